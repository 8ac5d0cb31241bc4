#!/usr/bin/env bash
# Installs what the suite needs to build, run and test on Debian 12, and says what it does.
#
#   scripts/setup.sh                 everything but SwiftShader
#   scripts/setup.sh --swiftshader   also Debian's chromium, for its SwiftShader driver (the second software device)
#   scripts/setup.sh --mutation      also libclang's Python module, for the mutants of the reference
#   scripts/setup.sh --check         installs nothing; exit status 1 and a list when something is missing
#
# Mesa comes from the backports suite of the mirror that this machine already uses: the Mesa of plain Debian 12
# lacks descriptor indexing, and without it the texture table cannot be proved on the software device.
set -euo pipefail

packages=(
  # compilers and build tools
  g++ clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev cmake ninja-build ccache python3
  # libraries
  libvulkan-dev libvulkan-volk-dev libvulkan1 spirv-tools spirv-headers glslang-tools glslang-dev glslc
  libgtest-dev libgmock-dev libbenchmark-dev nlohmann-json3-dev libcli11-dev libfmt-dev libpng-dev libpugixml-dev
  libboost-dev libsqlite3-dev libjs-chart.js
  # what the tests use beside them
  vulkan-validationlayers vulkan-tools python3-jsonschema valgrind
)
backports=(mesa-vulkan-drivers)
minimum_mesa_major=25

check=0
for argument in "$@"; do
  case "$argument" in
    --swiftshader) packages+=(chromium) ;;
    --mutation) packages+=(python3-clang-19) ;;
    --check) check=1 ;;
    -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "setup: unknown argument '$argument' (known: --swiftshader, --mutation, --check)" >&2; exit 2 ;;
  esac
done

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
mesa_major() { { dpkg-query -W -f='${Version}' mesa-vulkan-drivers 2>/dev/null || true; } | cut -d. -f1 | sed 's/.*://'; }

missing=()
for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
mesa=$(mesa_major)
need_mesa=0
[ "${mesa:-0}" -ge "$minimum_mesa_major" ] 2>/dev/null || need_mesa=1

if [ ${#missing[@]} -eq 0 ] && [ "$need_mesa" -eq 0 ]; then
  echo "setup: everything is installed (Mesa $mesa)"
  exit 0
fi
if [ "$check" -eq 1 ]; then
  printf 'setup: missing: %s\n' "${missing[@]}"
  [ "$need_mesa" -eq 0 ] || echo "setup: missing: mesa-vulkan-drivers >= $minimum_mesa_major (found: ${mesa:-none})"
  exit 1
fi

command -v apt-get >/dev/null || { echo "setup: apt-get is not here; this script knows Debian 12 only" >&2; exit 2; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o Dpkg::Use-Pty=0 "$@"; }

codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
if [ "$need_mesa" -eq 1 ]; then
  suite="$codename-backports"
  list=/etc/apt/sources.list.d/rpcts-backports.list
  if ! apt-cache policy 2>/dev/null | grep -q "n=$suite"; then
    apt update >/dev/null
    # The mirror of the main suite, as apt itself reports it.
    mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' | awk -v r="$codename" '$2 == r {print $1; exit}')
    [ -n "$mirror" ] || { echo "setup: apt names no mirror for the suite '$codename'" >&2; exit 2; }
    echo "setup: adding the suite $suite of the mirror already in use ($list)"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" | as_root tee "$list" >/dev/null
  fi
fi
apt update >/dev/null
if [ ${#missing[@]} -gt 0 ]; then
  echo "setup: installing ${missing[*]}"
  apt install --no-install-recommends "${missing[@]}" >/dev/null
fi
if [ "$need_mesa" -eq 1 ]; then
  echo "setup: installing ${backports[*]} from $codename-backports"
  apt install --no-install-recommends -t "$codename-backports" "${backports[@]}" >/dev/null
fi
echo "setup: done (Mesa $(mesa_major))"
