// three.js poses a glTF file: node pose_gltf.mjs FILE OUT [CLIP TIME]...
// CLIP is an animation's index or -1 for the file's own pose, TIME in seconds. OUT gets, for each pair, the
// number of meshes (u32) and for each mesh its name (u32 bytes, then UTF-8), the number of triangle corners
// (u32) and their posed positions in scene space (three f64 each), all little-endian, corners in the order of
// the triangles.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { load } from './modules.mjs';

// What the loader takes from a browser's global object.
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');

const [file, out, ...requests] = process.argv.slice(2);

// Pictures need a browser, and positions do not depend on them.
function withoutPictures(json) {
  delete json.images;
  delete json.textures;
  delete json.samplers;
  delete json.materials;
  for (const mesh of json.meshes ?? []) {
    for (const primitive of mesh.primitives) delete primitive.material;
    delete mesh.weights;
  }
  for (const node of json.nodes ?? []) delete node.weights;
  for (const list of [json.extensionsUsed, json.extensionsRequired]) {
    if (!list) continue;
    const kept = list.filter((name) => !/texture|materials/.test(name));
    list.splice(0, list.length, ...kept);
  }
  return json;
}

// Buffers go inline, so that the loader fetches nothing.
function inlined(bytes) {
  let json;
  let binary;
  if (bytes.toString('latin1', 0, 4) === 'glTF') {
    const jsonSize = bytes.readUInt32LE(12);
    json = JSON.parse(bytes.toString('utf8', 20, 20 + jsonSize));
    const at = 20 + jsonSize;
    if (at + 8 <= bytes.length) binary = bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at));
  } else {
    json = JSON.parse(bytes.toString('utf8'));
  }
  (json.buffers ?? []).forEach((buffer, index) => {
    let data;
    if (!buffer.uri && index === 0) data = binary;
    if (buffer.uri && !buffer.uri.startsWith('data:')) {
      data = readFileSync(`${dirname(file)}/${decodeURIComponent(buffer.uri)}`);
    }
    if (data) {
      buffer.uri = `data:application/octet-stream;base64,${data.subarray(0, buffer.byteLength).toString('base64')}`;
    }
  });
  return JSON.stringify(withoutPictures(json));
}

const loader = new GLTFLoader();
loader.setMeshoptDecoder(MeshoptDecoder);
const gltf = await loader.parseAsync(inlined(readFileSync(file)), '');
const meshes = [];
gltf.scene.traverse((object) => {
  if (object.isMesh) meshes.push(object);
});

function cornersOf(mesh) {
  const geometry = mesh.geometry;
  const count = geometry.index ? geometry.index.count : geometry.attributes.position.count;
  const corners = [];
  for (let i = 0; i < count; ++i) corners.push(geometry.index ? geometry.index.getX(i) : i);
  // Strips are joined by triangles that use a vertex twice; readers may drop them.
  const kept = [];
  for (let i = 0; i + 3 <= corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3);
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  return kept;
}

const parts = [];
function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  parts.push(bytes);
}

for (let r = 0; r + 1 < requests.length; r += 2) {
  const clip = Number(requests[r]);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  if (clip >= 0) {
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(Number(requests[r + 1]));
  }
  gltf.scene.updateMatrixWorld(true);
  number(meshes.length);
  const vertex = new THREE.Vector3();
  for (const mesh of meshes) {
    if (mesh.skeleton) mesh.skeleton.update();
    const corners = cornersOf(mesh);
    const positions = new Float64Array(corners.length * 3);
    corners.forEach((corner, i) => {
      mesh.getVertexPosition(corner, vertex).applyMatrix4(mesh.matrixWorld).toArray(positions, 3 * i);
    });
    const name = Buffer.from(mesh.name, 'utf8');
    number(name.length);
    parts.push(name);
    number(corners.length);
    parts.push(Buffer.from(positions.buffer));
  }
  mixer.stopAllAction();
}
writeFileSync(out, Buffer.concat(parts));
