/* The interface between the suite and an implementation under test (IUT): an engine that runs render packs.
 *
 * A vendor writes one shared library that exports rpcts_adapter_entry(). Plain C11; no Vulkan type appears
 * here. C++, Rust or C# can implement it: everything is a number, a pointer to plain data, or a function
 * pointer.
 *
 * Claims. An adapter claims *profiles*. What it does not claim is "not supported" in the report, never a
 * pass. A call that belongs to a claimed profile may still answer RPCTS_UNSUPPORTED, with a reason: then that
 * one case is not supported.
 *
 * Ownership. What the suite passes in is valid until the call returns; copy what you keep. What you return
 * from rpcts_adapter_entry() stays valid until the library is unloaded. Text goes back through an rpcts_sink:
 * write it in any number of pieces, during the call only.
 *
 * Sizes. Every struct starts with its size in bytes, set by whoever fills the struct first. A reader takes no
 * more than that: members that are added later stand at the end, and zero means "as before".
 *
 * Threads. The suite calls from one thread, one call at a time, the thread that called rpcts_adapter_entry().
 *
 * Exceptions, panics and longjmp must not cross this interface.
 *
 * Conventions. Float matrices are 16 floats, row after row, for row vectors: clip = (x, y, z, 1) * view *
 * projection; right-handed, depth 0 to 1, +z is up in the world, metres. Copied byte for byte they are
 * column-major GLSL matrices for column vectors. Pictures start with the top row. Enumerations have the
 * numbers of the contract. Text is UTF-8 and needs no terminator.
 */
#ifndef RPCTS_ADAPTER_H
#define RPCTS_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RPCTS_ADAPTER_VERSION 1u

#if defined(_WIN32)
#define RPCTS_ADAPTER_EXPORT __declspec(dllexport)
#else
#define RPCTS_ADAPTER_EXPORT __attribute__((visibility("default")))
#endif

/* ---- text
 * ------------------------------------------------------------------------------------------------------ */

/* `data` may be NULL where `length` is 0. */
typedef struct rpcts_text {
  const char* data;
  size_t length;
} rpcts_text;

/* Where text goes. `write` is never NULL. */
typedef struct rpcts_sink {
  void (*write)(void* context, const char* data, size_t length); /* data may be NULL where length is 0 */
  void* context;
} rpcts_sink;

/* ---- answers
 * --------------------------------------------------------------------------------------------------- */

typedef int32_t rpcts_status;
#define RPCTS_OK 0
#define RPCTS_UNSUPPORTED 1 /* this adapter or device cannot do it; the reason says what is missing */
#define RPCTS_FAILED 2      /* it went wrong, or the input is refused; the reason says why */

/* ---- profiles
 * -------------------------------------------------------------------------------------------------- */

#define RPCTS_PROFILE_AUTHORING 1u     /* verdict on a pack folder */
#define RPCTS_PROFILE_RESOLUTION 2u    /* slots, settings and policy values of a pack, without a device */
#define RPCTS_PROFILE_HOST 4u          /* renders frames with packs */
#define RPCTS_PROFILE_INTROSPECTION 8u /* shows the blocks, slots and objects of a host */

/* ---- authoring: is this pack accepted?
 * -------------------------------------------------------------------------- */

typedef struct rpcts_verdict {
  uint32_t size;
  int32_t accepted;  /* out: 1 or 0 */
  rpcts_sink rule;   /* id of the deciding rule, "RP-DESC-082"; nothing where you have no ids: then only the
                        verdict counts */
  rpcts_sink reason; /* for people */
} rpcts_verdict;

/* ---- resolution: what a pack means
 * ------------------------------------------------------------------------------ */

/* One value by the id of its setting, as invariant text (C.9). */
typedef struct rpcts_setting_value {
  rpcts_text setting;
  rpcts_text value;
} rpcts_setting_value;

typedef struct rpcts_resolved_slots {
  uint32_t size;
  int32_t fused; /* in: 1 = as executed under the hint FusedAtmosphericPostProcess */
  /* out, E.5, for slots A to D: the name of the scene texture ("WorldColor", "SceneDepth", "SceneNormals"),
   * or "@" and the id of the resource ("@bloom-ping"); nothing for a slot that carries the sentinel. */
  rpcts_sink slots[4];
} rpcts_resolved_slots;

typedef struct rpcts_resolved_settings {
  uint32_t size;
  rpcts_text preset;                    /* in: id */
  const rpcts_setting_value* overrides; /* in: the user's */
  size_t override_count;
  uint32_t words[64]; /* out: bits of uPackSettings, in order (E.3) */
} rpcts_resolved_settings;

#define RPCTS_POLICY_RAY 0       /* x: sun elevation in degrees */
#define RPCTS_POLICY_SHADOW 1    /* x: sine of the elevation of the selected light */
#define RPCTS_POLICY_SHAFT 2     /* x: sun elevation in degrees */
#define RPCTS_POLICY_DAY_GROUP 3 /* x: the active day group */

/* ---- host: the conformance scene
 * --------------------------------------------------------------------------------- */

typedef struct rpcts_terrain_vertex {
  float position[3]; /* in the world */
  float normal[3];
  uint32_t packed[4][4]; /* vertex inputs 2 to 5 (D.8): base and three overlays, each layer, kind, mask layer,
                            in use */
} rpcts_terrain_vertex;

typedef struct rpcts_world_vertex {
  float position[3]; /* in the instance */
  float normal[3];
  float uv[2];
} rpcts_world_vertex;

/* RGBA8, linear (UNORM), layers one after the other, each from its top row. Sampled with repeat and nearest
 * texel. */
typedef struct rpcts_texture {
  uint32_t size;
  uint32_t width;
  uint32_t height;
  uint32_t layers;
  const uint8_t* texels; /* width * height * layers * 4 bytes */
} rpcts_texture;

#define RPCTS_BATCH_CUTOUT 1u    /* alpha-cutout material: texels below 0.05 leave nothing */
#define RPCTS_BATCH_ANIMATED 2u  /* animated material class; its instances change between frames */
#define RPCTS_BATCH_TWO_SIDED 4u /* no culling; else back faces (clockwise seen from outside) are culled */
#define RPCTS_BATCH_INDOOR 8u    /* stands in a cell: no directional shadow falls on it and it casts none */

/* Consecutive instances of one range of the world index buffer. */
typedef struct rpcts_batch {
  uint32_t size;
  uint32_t flags;
  uint32_t first_index;
  uint32_t index_count;
  uint32_t first_instance;
  uint32_t instance_count;
  uint32_t texture; /* index into rpcts_scene::textures; UINT32_MAX = white */
  uint32_t layer;
} rpcts_batch;

/* Triangles, counter-clockwise seen from outside. Batches stand in draw order. World colour of the scene,
 * where the adapter claims it (rpcts_adapter::scene_shading): texel.rgb * (ambient + max(0, dot(normal, sun
 * direction)) * sun_color * sun_brightness), without fog; the sun's part is 0 while the viewer stands in
 * a closed cell and without a published world. Terrain takes its texel from terrain_texture, layer
 * packed[0][0], at position.xy / 24. */
typedef struct rpcts_scene {
  uint32_t size;
  const rpcts_terrain_vertex* terrain_vertices;
  size_t terrain_vertex_count;
  const uint32_t* terrain_indices;
  size_t terrain_index_count;
  const rpcts_world_vertex* world_vertices;
  size_t world_vertex_count;
  const uint32_t* world_indices;
  size_t world_index_count;
  const rpcts_batch* batches;
  size_t batch_count;
  const float* instances; /* world transform of each instance: 16 floats */
  size_t instance_count;
  const rpcts_texture* textures;
  size_t texture_count;
  uint32_t terrain_texture;
  float ambient[3];
  float background[3]; /* linear colour where nothing is drawn; depth is 1 there */
} rpcts_scene;

/* ---- host: set-up
 * ------------------------------------------------------------------------------------------------ */

/* An open host; only the adapter knows what it is. */
typedef struct rpcts_host rpcts_host;

typedef struct rpcts_setup {
  uint32_t size;
  uint32_t width; /* main world, pixels */
  uint32_t height;
  uint32_t output_width; /* 0 = as the main world */
  uint32_t output_height;
  uint32_t flights;        /* frames in flight; 0 = the adapter's own number */
  uint8_t device_uuid[16]; /* VkPhysicalDeviceIDProperties::deviceUUID; all zero = any device */
  /* Behave as on a device that lacks this; bit n = RenderCapability with ordinal n. An adapter that cannot
   * answers RPCTS_UNSUPPORTED. */
  uint32_t withheld_capabilities;
  uint32_t max_image_dimension; /* behave as on a device with these limits; 0 = the device's own */
  uint32_t max_image_layers;
  uint64_t device_local_bytes;
} rpcts_setup;

/* ---- host: selection
 * --------------------------------------------------------------------------------------------- */

/* F.2. An empty pack selects retail. */
typedef struct rpcts_selection {
  uint32_t size;
  rpcts_text pack;
  rpcts_text version; /* empty = any */
  rpcts_text preset;
  const rpcts_setting_value* overrides;
  size_t override_count;
  int32_t explicit_choice; /* 1 = the user asked for it now, which clears the memory of an earlier failure
                              (RP-LIFE-019) */
} rpcts_selection;

typedef struct rpcts_availability {
  uint32_t size;
  int32_t pack_compatible;  /* out: 1 or 0 */
  int32_t preset_available; /* out: 1 or 0 */
  rpcts_sink reason;        /* why not */
} rpcts_availability;

/* A.20 */
#define RPCTS_STATE_RETAIL 0
#define RPCTS_STATE_CANDIDATE_PENDING 1
#define RPCTS_STATE_ACTIVE 2
#define RPCTS_STATE_FAILED_TO_RETAIL 3

typedef struct rpcts_state {
  uint32_t size;
  int32_t state;       /* out: RPCTS_STATE_... */
  uint64_t generation; /* out: activation generation; grows by 1 with each publication */
  int32_t shadow_gate; /* out: A.20 numbers of the last frame; -1 where not known */
  int32_t volumetric_gate;
  rpcts_sink pack;   /* id of the pack that the last frame was drawn with; nothing for retail */
  rpcts_sink preset; /* its preset; under automatic quality the level that holds */
  rpcts_sink reason; /* of FAILED_TO_RETAIL */
} rpcts_state;

/* ---- host: frames
 * ------------------------------------------------------------------------------------------------ */

/* One light of the sky that may throw shadows (E.6), given instead of sky data. */
typedef struct rpcts_celestial_source {
  int32_t available;  /* 1 = visible now */
  float direction[3]; /* unit, from the surface to the source */
  float energy;       /* largest component of its linear colour */
} rpcts_celestial_source;

#define RPCTS_PLACE_OUTSIDE 0 /* the viewer stands in no cell */
#define RPCTS_PLACE_OPEN_CELL \
  1 /* inside a cell whose root sees the outside: outdoor, but no directional shadow */
#define RPCTS_PLACE_CLOSED_CELL 2     /* inside a cell that does not */
#define RPCTS_PLACE_ENCLOSED_CAMERA 3 /* the viewer stands outside, the camera in an enclosed cell */

#define RPCTS_FRAME_SETTLE 1u   /* finish what is being prepared before the frame is drawn */
#define RPCTS_FRAME_NO_WORLD 2u /* no world frame is published (E.2) */
#define RPCTS_FRAME_COVERED 4u  /* a portal or login cover is visible */
#define RPCTS_FRAME_UNSTABLE 8u /* not counted by automatic quality (F.8) */

typedef struct rpcts_frame {
  uint32_t size;
  uint32_t flags;
  float view[16];
  float projection[16];
  float delta_seconds;
  float sun_heading_degrees; /* 0 = +y, 90 = +x */
  float sun_pitch_degrees;
  float sun_brightness;              /* length of the authored sun vector */
  float sun_color[3];                /* authored, linear */
  rpcts_celestial_source sources[3]; /* sun, dominant moon, secondary moon */
  int32_t weather;                   /* A.17; a number outside it means none of them */
  float weather_intensity;
  int32_t day_group;
  int32_t place;               /* RPCTS_PLACE_... */
  float resident_reach_meters; /* E.7: 192 m for each complete landblock radius */
  const float* instances;      /* transforms of all instances in this frame; NULL = those of the scene */
  size_t instance_count;
  /* Measured increments over retail that automatic quality is to see instead of its own; not finite = none
   * resolved. */
  float gpu_milliseconds;
  float cpu_milliseconds;
} rpcts_frame;

/* The world picture at the size of the output (rpcts_setup::output_width): what the pass at ToneMap wrote, or
 * the default path's, before private viewports are drawn. */
typedef struct rpcts_picture {
  uint32_t size;
  uint32_t width;  /* out */
  uint32_t height; /* out */
  uint8_t* pixels; /* RGBA8 as stored, top row first; of the suite, capacity bytes */
  size_t capacity;
} rpcts_picture;

#define RPCTS_EVENT_RESIZE 0    /* new sizes in the event */
#define RPCTS_EVENT_RECONNECT 1 /* the session ended and another begins */
#define RPCTS_EVENT_RECREATE_DEVICE \
  2 /* device and everything on it go and come again; scene and packs stay known */

typedef struct rpcts_event {
  uint32_t size;
  int32_t kind;
  uint32_t width;
  uint32_t height;
  uint32_t output_width; /* 0 = as the main world */
  uint32_t output_height;
} rpcts_event;

/* ---- introspection
 * ------------------------------------------------------------------------------------------------ */

#define RPCTS_BLOCK_PUSH 0 /* else the binding in set 3: 5 to 8 */

/* What the last frame bound for one pass. */
typedef struct rpcts_block {
  uint32_t size;
  rpcts_text pass; /* in: id of a recorded fullscreen pass */
  int32_t binding; /* in */
  uint8_t* bytes;  /* of the suite, capacity bytes */
  size_t capacity;
  size_t length; /* out: bytes written; 0 = nothing is bound there */
} rpcts_block;

/* Live objects, and what the last frame did. */
typedef struct rpcts_ledger {
  uint32_t size;
  uint32_t pack_pipelines;
  uint32_t pack_images;
  uint32_t pack_buffers;
  uint32_t pack_modules;
  uint32_t set3_layouts;
  uint32_t set3_sets;
  uint32_t pack_texture_slots;
  uint64_t pack_bytes;              /* memory of all that */
  uint32_t frame_descriptor_writes; /* of the last frame */
  uint32_t frame_fullscreen_passes; /* recorded in the last frame */
  uint32_t frame_depth_passes; /* render passes of cascades in the last frame; a layered one counts once */
  uint32_t frame_view_mask;    /* of the first of them; 0 = no multiview */
} rpcts_ledger;

/* ---- the adapter
 * --------------------------------------------------------------------------------------------------- */

/* `context` is rpcts_adapter::context in every call. `reason` takes a sentence for people when the status is
 * not RPCTS_OK. Functions of profiles that are not claimed may be NULL. `folder` is the path of a pack folder
 * with its pack.json. */
typedef struct rpcts_adapter {
  uint32_t size;
  uint32_t version;      /* RPCTS_ADAPTER_VERSION */
  uint32_t profiles;     /* RPCTS_PROFILE_... that are claimed */
  int32_t scene_shading; /* 1 = the retail world has the colours that rpcts_scene states */
  rpcts_text name;       /* of the implementation: "Example Engine" */
  rpcts_text implementation_version;
  void* context;

  /* authoring */
  rpcts_status (*judge_pack)(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason);

  /* resolution. A refused value: RPCTS_FAILED. */
  rpcts_status (*resolve_slots)(void* context, rpcts_text folder, rpcts_text pass,
                                rpcts_resolved_slots* slots, rpcts_sink reason);
  rpcts_status (*resolve_settings)(void* context, rpcts_text folder, rpcts_resolved_settings* settings,
                                   rpcts_sink reason);
  rpcts_status (*evaluate_policy)(void* context, rpcts_text folder, int32_t policy, float x, float* value,
                                  rpcts_sink reason);

  /* host. create_host writes the handle only with RPCTS_OK; destroy_host ends everything that belongs to it.
   */
  rpcts_status (*create_host)(void* context, const rpcts_setup* setup, rpcts_host** host, rpcts_sink reason);
  void (*destroy_host)(void* context, rpcts_host* host);
  /* Called once after create_host, before the first frame. */
  rpcts_status (*set_scene)(void* context, rpcts_host* host, const rpcts_scene* scene, rpcts_sink reason);
  /* Discovers one pack: its pack.json is read, its assets are not. A pack that is refused stays listed with
   * its reason (RP-LIFE-004) and the status is RPCTS_OK; RPCTS_FAILED is for a folder that is none. */
  rpcts_status (*register_pack)(void* context, rpcts_host* host, rpcts_text folder, rpcts_sink reason);
  rpcts_status (*withdraw_pack)(void* context, rpcts_host* host, rpcts_text pack, rpcts_sink reason);
  rpcts_status (*query_availability)(void* context, rpcts_host* host, rpcts_text pack, rpcts_text preset,
                                     rpcts_availability* availability, rpcts_sink reason);
  /* Records the wish only (RP-LIFE-010). */
  rpcts_status (*select_pack)(void* context, rpcts_host* host, const rpcts_selection* selection,
                              rpcts_sink reason);
  /* One frame boundary and one frame. `picture` may be NULL: the frame is drawn and not read back. A pack
   * that fails is no failure of the call: the frame shows retail, and query_state tells why. */
  rpcts_status (*render_frame)(void* context, rpcts_host* host, const rpcts_frame* frame,
                               rpcts_picture* picture, rpcts_sink reason);
  rpcts_status (*query_state)(void* context, rpcts_host* host, rpcts_state* state, rpcts_sink reason);
  rpcts_status (*handle_event)(void* context, rpcts_host* host, const rpcts_event* event, rpcts_sink reason);

  /* introspection */
  rpcts_status (*read_block)(void* context, rpcts_host* host, rpcts_block* block, rpcts_sink reason);
  rpcts_status (*read_ledger)(void* context, rpcts_host* host, rpcts_ledger* ledger, rpcts_sink reason);
} rpcts_adapter;

/* The one exported symbol. `suite_version` is the RPCTS_ADAPTER_VERSION of the suite; NULL when the adapter
 * cannot work with it. */
RPCTS_ADAPTER_EXPORT const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version);
typedef const rpcts_adapter* (*rpcts_adapter_entry_function)(uint32_t suite_version);

#ifdef __cplusplus
}
#endif

#endif
