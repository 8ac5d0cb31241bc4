#!/usr/bin/env bash
# Makes a bundle that runs on a machine with a GPU that has neither this repository nor its packages: the command, the
# worker, the reference adapter, fixtures and expected data, the libraries that they need, the Vulkan loader and the
# validation layer. Needs on that machine: Linux of the same architecture with a C library no older, and a GPU driver.
#
#   scripts/bundle.sh [BUILD [OUT]]        default: build/release, rpcts-bundle.tar.gz
#   on the other machine: tar xzf rpcts-bundle.tar.gz && rpcts-bundle/run.sh [arguments of rpcts run]
#
# The run leaves one folder, rpcts-report, beside the bundle's run.sh or where --output says.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
out=${2:-rpcts-bundle.tar.gz}
[ -f "$build/cmake_install.cmake" ] || { echo "bundle: '$build' is no build folder; run scripts/run.sh first" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/rpcts-bundle
cmake --install "$build" --prefix "$root" --strip >/dev/null
rm -rf "$root/include" "$root"/lib/*.a "$root"/lib/cmake "$root"/lib/*/*.a "$root"/lib/*/cmake
# The benchmarks that need a device or an idle machine go along.
for program in rpcts_bench_reader rpcts_bench_frame; do
  [ ! -x "$build/bin/$program" ] || cp "$build/bin/$program" "$root/bin/"
done
mkdir -p "$root/lib/private" "$root/lib/layers"

# The shared libraries of everything that was installed, without those of the C library.
find "$root" -type f \( -perm -u+x -o -name '*.so' \) -print0 | xargs -0 -r ldd 2>/dev/null |
  awk '$3 ~ /^\// {print $3}' | sort -u | grep -Ev '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' |
  xargs -r -I{} cp -L {} "$root/lib/private/"
# Drivers that come with an OpenGL side want its dispatch libraries.
for name in libGLdispatch.so.0 libGLX.so.0 libEGL.so.1 libX11.so.6 libxcb.so.1 libXau.so.6 libXdmcp.so.6 libXext.so.6 libbsd.so.0 libmd.so.0; do
  found=$(ldconfig -p | awk -v name="$name" '$1 == name && !seen++ {print $NF}')
  [ -z "$found" ] || cp -L "$found" "$root/lib/private/"
done
# awk reads to the end: a pipe that is closed early would end this script.
library() { ldconfig -p | awk -v name="$1" '$1 == name && !seen++ {print $NF}'; }
loader=$(library libvulkan.so.1)
[ -n "$loader" ] && cp -L "$loader" "$root/lib/private/libvulkan.so.1"
manifest=/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json
layer=$(library libVkLayer_khronos_validation.so)
layer=${layer:-/usr/lib/$(uname -m)-linux-gnu/libVkLayer_khronos_validation.so}
if [ -f "$manifest" ] && [ -f "$layer" ]; then
  cp -L "$layer" "$root/lib/layers/"
  sed 's#"library_path": *"[^"]*"#"library_path": "./libVkLayer_khronos_validation.so"#' "$manifest" \
    >"$root/lib/layers/$(basename "$manifest")"
fi

cat >"$root/environment.sh" <<'SCRIPT'
# Sets what the programs of this bundle need; read by run.sh, or by a shell: . environment.sh
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LD_LIBRARY_PATH="$here/lib/private${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export VK_LAYER_PATH="${VK_LAYER_PATH:-$here/lib/layers}"
# Drivers that are registered where the loader looks need nothing; some machines keep the manifest apart.
if [ -z "${VK_DRIVER_FILES:-}" ] && ! compgen -G '/usr/share/vulkan/icd.d/*.json' >/dev/null &&
   ! compgen -G '/etc/vulkan/icd.d/*.json' >/dev/null; then
  manifests=$(compgen -G '/usr/local/*/share/vulkan/icd.d/*.json' || true)
  [ -z "$manifests" ] || export VK_DRIVER_FILES="${manifests//$'\n'/:}"
fi
SCRIPT
cat >"$root/run.sh" <<'SCRIPT'
#!/usr/bin/env bash
# Runs the suite from this bundle. Arguments go to `rpcts run`; the report is the folder rpcts-report.
set -euo pipefail
. "$(dirname "$0")/environment.sh"
exec "$here/bin/rpcts" run --output "$here/rpcts-report" "$@"
SCRIPT
chmod +x "$root/run.sh"
tar -C "$work" -czf "$out" rpcts-bundle
echo "$out: $(du -h "$out" | cut -f1); on the other machine: tar xzf $(basename "$out") && rpcts-bundle/run.sh"
