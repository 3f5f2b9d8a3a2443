#!/usr/bin/env python3
"""Makes the glTF files of this folder: python3 make.py. Knows nothing of sinew.

Each valid file gathers features that readers get wrong; each hostile one has one fault.
"""
import base64
import json
import math
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
CODES = {'b': 5120, 'B': 5121, 'h': 5122, 'H': 5123, 'I': 5125, 'f': 5126}
WIDTHS = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}


class File:
    """A glTF file under construction."""

    def __init__(self):
        self.binary = b''
        self.json = {'asset': {'version': '2.0', 'generator': 'make.py'}, 'buffers': [], 'bufferViews': [],
                     'accessors': []}

    def view(self, data, stride=None):
        self.binary += b'\0' * (-len(self.binary) % 4)
        view = {'buffer': 0, 'byteOffset': len(self.binary), 'byteLength': len(data)}
        if stride:
            view['byteStride'] = stride
        self.binary += data
        self.json['bufferViews'].append(view)
        return len(self.json['bufferViews']) - 1

    def accessor(self, rows, kind, code='f', normalized=False, stride=None):
        width = WIDTHS[kind]
        flat = [v if isinstance(v, (list, tuple)) else [v] for v in rows]
        size = struct.calcsize('<' + code) * width
        data = b''.join(struct.pack('<%d%s' % (width, code), *row).ljust(stride or size, b'\0') for row in flat)
        entry = {'bufferView': self.view(data, stride), 'componentType': CODES[code], 'count': len(flat), 'type': kind}
        if normalized:
            entry['normalized'] = True
        unpacked = [struct.unpack('<%d%s' % (width, code), struct.pack('<%d%s' % (width, code), *row)) for row in flat]
        entry['min'] = [min(row[c] for row in unpacked) for c in range(width)]
        entry['max'] = [max(row[c] for row in unpacked) for c in range(width)]
        self.json['accessors'].append(entry)
        return len(self.json['accessors']) - 1

    def add(self, key, value):
        self.json.setdefault(key, []).append(value)
        return len(self.json[key]) - 1

    def document(self):
        return {key: value for key, value in self.json.items() if value != []}

    def save(self, name, external=False):
        document = self.document()
        path = os.path.join(HERE, name)
        if name.endswith('.glb'):
            document['buffers'] = [{'byteLength': len(self.binary)}]
            text = json.dumps(document, separators=(',', ':')).encode()
            text += b' ' * (-len(text) % 4)
            data = self.binary + b'\0' * (-len(self.binary) % 4)
            with open(path, 'wb') as out:
                out.write(struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(data)))
                out.write(struct.pack('<I4s', len(text), b'JSON') + text)
                out.write(struct.pack('<I4s', len(data), b'BIN\0') + data)
            return
        if external:
            uri = os.path.splitext(name)[0] + ' data.bin'
            with open(os.path.join(HERE, uri), 'wb') as out:
                out.write(self.binary)
            uri = uri.replace(' ', '%20')
        else:
            uri = 'data:application/octet-stream;base64,' + base64.b64encode(self.binary).decode()
        document['buffers'] = [{'byteLength': len(self.binary), 'uri': uri}]
        with open(path, 'w') as out:
            json.dump(document, out, indent=1)
            out.write('\n')


def axis_angle(axis, degrees):
    half = math.radians(degrees) / 2
    length = math.sqrt(sum(a * a for a in axis))
    return [a / length * math.sin(half) for a in axis] + [math.cos(half)]


def tube(rings, sides, radius, step, axis=1):
    """Positions, normals, triangles of a tube along an axis."""
    positions, normals, triangles = [], [], []
    for r in range(rings):
        for s in range(sides):
            angle = 2 * math.pi * s / sides
            normal = [math.cos(angle), 0.0, -math.sin(angle)]
            point = [normal[0] * radius, r * step, normal[2] * radius]
            if axis == 0:
                point, normal = [point[1], -point[0], point[2]], [normal[1], -normal[0], normal[2]]
            positions.append(point)
            normals.append(normal)
    for r in range(rings - 1):
        for s in range(sides):
            a, b = r * sides + s, r * sides + (s + 1) % sides
            triangles += [a, b, a + sides, b, b + sides, a + sides]
    return positions, normals, triangles


def inverse_translation(x, y, z):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]


def two_skins():
    """Two skins over one tree of joints, rigid parts below joints, mirrored and uneven scales."""
    f = File()
    nodes = [
        {'name': 'armature', 'scale': [0.5, 0.5, 0.5], 'rotation': axis_angle([1, 0, 0], -90), 'children': [1]},
        {'name': 'hip', 'translation': [0, 1, 0], 'children': [2, 5]},
        {'name': 'spine', 'translation': [0, 2, 0], 'scale': [1.0, 1.5, 0.75], 'children': [3]},
        {'name': 'head', 'translation': [0, 2, 0], 'rotation': axis_angle([0, 0, 1], 20), 'children': [4, 9]},
        {'name': 'hat', 'mesh': 2, 'translation': [0, 0.5, 0], 'scale': [-1, 1, 1], 'rotation': axis_angle([0, 1, 0], 30)},
        {'name': 'tail', 'translation': [0.5, 0, 0], 'scale': [-1, 1, 1], 'children': [6]},
        {'name': 'tip', 'translation': [1.5, 0, 0]},
        {'name': 'body', 'mesh': 0, 'skin': 0, 'translation': [100, 0, 0]},
        {'name': 'tail mesh', 'mesh': 1, 'skin': 1},
        {'name': 'socket', 'translation': [0, 0.25, 0]},
        {'name': 'plinth', 'mesh': 2, 'matrix': [2, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 1]},
    ]
    f.json['nodes'] = nodes
    f.json['scenes'] = [{'nodes': [0, 7, 8, 10]}]
    f.json['scene'] = 0
    positions, normals, triangles = tube(7, 6, 0.5, 1.0)
    weights, joints = [], []
    for p in positions:
        along = p[1] / 2
        k = min(int(along), 2)
        part = along - k if k < 2 else 0
        other = k + 1 if part > 0 else k
        joints.append([2 - k, 2 - other if part > 0 else 0, 0, 0])  # the skin lists its joints from the head down
        weights.append([255 - round(part * 255), round(part * 255), 0, 0])
    body = {'attributes': {'POSITION': f.accessor(positions, 'VEC3'), 'NORMAL': f.accessor(normals, 'VEC3'),
                           'JOINTS_0': f.accessor(joints, 'VEC4', 'B'),
                           'WEIGHTS_0': f.accessor(weights, 'VEC4', 'B', True)},
            'indices': f.accessor(triangles, 'SCALAR', 'H')}
    f.add('meshes', {'name': 'body', 'primitives': [body]})
    positions, normals, triangles = tube(5, 5, 0.2, 0.5, axis=0)
    joints = [[0, 1, 2, 0] if p[0] > 0 else [0, 0, 0, 0] for p in positions]
    weights = [[1 - p[0] / 2.2, p[0] / 2.2 * 0.75, p[0] / 2.2 * 0.25, 0] for p in positions]
    tail = {'attributes': {'POSITION': f.accessor(positions, 'VEC3', stride=16), 'NORMAL': f.accessor(normals, 'VEC3'),
                           'JOINTS_0': f.accessor(joints, 'VEC4', 'H'), 'WEIGHTS_0': f.accessor(weights, 'VEC4')},
            'indices': f.accessor(triangles, 'SCALAR', 'B')}
    f.add('meshes', {'name': 'tail', 'primitives': [tail]})
    hat = [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [0, 1.5, 0]]
    cone = {'attributes': {'POSITION': f.accessor(hat, 'VEC3')},
            'indices': f.accessor([4, 3, 2, 1, 0, 3], 'SCALAR', 'I'), 'mode': 6}
    floor = {'attributes': {'POSITION': f.accessor(hat[:4], 'VEC3')}, 'indices': f.accessor([0, 1, 3, 2], 'SCALAR', 'B'),
             'mode': 5}
    f.add('meshes', {'name': 'cone', 'primitives': [cone, floor]})
    matrices = [inverse_translation(0, 4, 0), inverse_translation(0, 2, 0), inverse_translation(0, 0, 0)]
    f.add('skins', {'joints': [3, 2, 1], 'inverseBindMatrices': f.accessor(matrices, 'MAT4')})
    matrices = [inverse_translation(0, 0, 0), inverse_translation(1.5, 0, 0), inverse_translation(-0.5, 0, 0)]
    f.add('skins', {'joints': [5, 6, 1], 'inverseBindMatrices': f.accessor(matrices, 'MAT4'), 'skeleton': 1})
    time = f.accessor([0, 0.5, 1.0], 'SCALAR')
    turns = [axis_angle([1, 0, 0], a) for a in (0, 40, 0)]
    wag = [axis_angle([0, 1, 0], a) for a in (-60, 60, -60)]
    grow = [[1, 1, 1], [1.5, 0.5, 1], [1, 1, 1]]
    f.add('animations', {
        'name': 'wag',
        'samplers': [{'input': time, 'output': f.accessor(turns, 'VEC4')}, {'input': time, 'output': f.accessor(wag, 'VEC4')},
                     {'input': time, 'output': f.accessor(grow, 'VEC3')}],
        'channels': [{'sampler': 0, 'target': {'node': 2, 'path': 'rotation'}},
                     {'sampler': 1, 'target': {'node': 5, 'path': 'rotation'}},
                     {'sampler': 2, 'target': {'node': 3, 'path': 'scale'}}]})
    f.save('two_skins.glb')
    f.save('two_skins_external.gltf', external=True)


def curves():
    """All interpolations, wide turns, late first keys, early last keys, times between frames."""
    f = File()
    box = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]
    f.add('meshes', {'primitives': [{'attributes': {'POSITION': f.accessor(box, 'VEC3')},
                                     'indices': f.accessor(faces, 'SCALAR', 'B')}]})
    f.json['nodes'] = [{'name': n, 'mesh': 0, 'translation': [2 * i, 0, 0]}
                       for i, n in enumerate(['linear', 'step', 'cubic', 'late'])]
    f.json['scenes'] = [{'nodes': [0, 1, 2, 3]}]
    even = f.accessor([0, 0.5, 1.0, 2.0], 'SCALAR')
    odd = f.accessor([0, 0.3333, 0.7071, 1.9], 'SCALAR')
    late = f.accessor([0.75, 1.25], 'SCALAR')
    wide = [axis_angle([0, 0, 1], 0), axis_angle([0, 0, 1], 150), axis_angle([1, 1, 0], 170), axis_angle([0, 1, 0], -120)]
    places = [[0, 0, 0], [0, 3, 0], [1, 1, 1], [0, 0, 2]]
    sizes = [[1, 1, 1], [2, 0.5, 1], [0.1, 1, 3], [1, 1, 1]]
    # A cubic key: in-tangent, value, out-tangent.
    cubic_turns, cubic_places, cubic_sizes = [], [], []
    for k in range(4):
        cubic_turns += [[0.4, -0.2, 0.1, 0.3], wide[k], [-0.3, 0.5, 0.2, -0.4]]
        cubic_places += [[1, -2, 3], places[k], [-3, 2, 1]]
        cubic_sizes += [[0.5, 0, -1], sizes[k], [-0.5, 1, 0]]

    def animation(name, times, node, kind, turns, places_, sizes_):
        samplers = [{'input': times, 'output': f.accessor(turns, 'VEC4')}, {'input': times, 'output': f.accessor(places_, 'VEC3')},
                    {'input': times, 'output': f.accessor(sizes_, 'VEC3')}]
        if kind:
            for sampler in samplers:
                sampler['interpolation'] = kind
        return samplers, [{'sampler': i, 'target': {'node': node, 'path': p}}
                          for i, p in enumerate(['rotation', 'translation', 'scale'])]

    for name, times in (('even', even), ('odd', odd)):
        samplers, channels = [], []
        for node, kind, parts in ((0, None, (wide, places, sizes)), (1, 'STEP', (wide, places, sizes)),
                                  (2, 'CUBICSPLINE', (cubic_turns, cubic_places, cubic_sizes))):
            s, c = animation(name, times, node, kind, *parts)
            for channel in c:
                channel['sampler'] += len(samplers)
            samplers += s
            channels += c
        samplers.append({'input': late, 'output': f.accessor([[6, 0, 0], [6, 4, 0]], 'VEC3')})
        channels.append({'sampler': len(samplers) - 1, 'target': {'node': 3, 'path': 'translation'}})
        f.add('animations', {'name': name, 'samplers': samplers, 'channels': channels})
    s, c = animation('steps', even, 1, 'STEP', wide, places, sizes)
    f.add('animations', {'name': 'steps', 'samplers': s, 'channels': c})
    f.save('curves.glb')


def accessors():
    """Sparse, quantised, interleaved and missing data; every index type, strips, fans, no indices."""
    f = File()
    square = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
    base = f.accessor(square, 'VEC3')
    f.json['accessors'][base]['sparse'] = {
        'count': 2, 'indices': {'bufferView': f.view(struct.pack('<2H', 1, 3)), 'componentType': 5123},
        'values': {'bufferView': f.view(struct.pack('<6f', 2, 0, 0, 2, 2, 1))}}
    f.json['accessors'][base]['max'] = [2, 2, 1]
    zeros = {'componentType': 5126, 'count': 4, 'type': 'VEC3', 'min': [0, 0, 0], 'max': [3, 3, 0], 'sparse': {
        'count': 3, 'indices': {'bufferView': f.view(struct.pack('<3B', 1, 2, 3)), 'componentType': 5121},
        'values': {'bufferView': f.view(struct.pack('<9f', 3, 0, 0, 0, 3, 0, 3, 3, 0))}}}
    f.json['accessors'].append(zeros)
    from_zeros = len(f.json['accessors']) - 1
    signed = f.accessor([[-32767, 0, 0, 0], [32767, 0, 0, 0], [0, 32767, 0, 0], [-32768, 32767, 16384, 0]], 'VEC4', 'h')
    entry = f.json['accessors'][signed]
    entry.update({'type': 'VEC3', 'normalized': True, 'min': entry['min'][:3], 'max': entry['max'][:3]})
    f.json['bufferViews'][entry['bufferView']]['byteStride'] = 8
    small = f.accessor([[-128, 0, 0, 0], [127, 0, 0, 0], [0, 100, 0, 0], [5, 5, 5, 0]], 'VEC4', 'b')
    entry = f.json['accessors'][small]
    entry.update({'type': 'VEC3', 'min': entry['min'][:3], 'max': entry['max'][:3]})
    f.json['bufferViews'][entry['bufferView']]['byteStride'] = 4
    strip8 = f.accessor([0, 1, 2, 3], 'SCALAR', 'B')
    list16 = f.accessor([0, 1, 2, 2, 1, 3], 'SCALAR', 'H')
    list32 = f.accessor([0, 1, 2, 1, 3, 2], 'SCALAR', 'I')
    fan16 = f.accessor([0, 1, 3, 2], 'SCALAR', 'H')
    long_strip = f.accessor([0, 1, 2, 3, 3, 0, 0, 2, 1], 'SCALAR', 'B')
    primitives = [(base, strip8, 5), (from_zeros, list16, 4), (signed, list32, None), (small, fan16, 6),
                  (base, long_strip, 5), (base, None, 5), (signed, None, 6)]
    for position, indices, mode in primitives:
        p = {'attributes': {'POSITION': position}}
        if indices is not None:
            p['indices'] = indices
        if mode is not None:
            p['mode'] = mode
        node = f.add('meshes', {'primitives': [p]})
        f.add('nodes', {'mesh': node, 'translation': [0, 0, node * 2]})
    f.json['extensionsUsed'] = ['KHR_mesh_quantization']
    f.json['extensionsRequired'] = ['KHR_mesh_quantization']
    f.json['scenes'] = [{'nodes': list(range(len(primitives)))}]
    f.save('accessors.gltf')


def png(width, height, rows):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    raw = b''.join(b'\0' + bytes(row) for row in rows)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', width, height, 8, 6, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(raw, 9)) + chunk(b'IEND', b''))


def materials():
    """Factors, alpha modes, culling, unlit, vertex colours, wraps, and texture transforms."""
    f = File()
    quarter = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 64]]
    picture = png(2, 2, [quarter[0] + quarter[1], quarter[2] + quarter[3]])
    with open(os.path.join(HERE, 'quarters.png'), 'wb') as out:
        out.write(picture)
    f.add('images', {'name': 'inside', 'bufferView': f.view(picture), 'mimeType': 'image/png'})
    f.add('images', {'uri': 'data:image/png;base64,' + base64.b64encode(picture).decode()})
    f.add('images', {'uri': 'quarters.png'})
    f.add('samplers', {'wrapS': 33071, 'wrapT': 33648, 'magFilter': 9728, 'minFilter': 9728})
    for image in range(3):
        f.add('textures', {'source': image, 'sampler': 0} if image != 2 else {'source': image})
    turned = {'KHR_texture_transform': {'offset': [0.25, 0.5], 'rotation': math.pi / 2, 'scale': [2, 0.5]}}
    f.json['materials'] = [
        {'name': 'grey', 'pbrMetallicRoughness': {'baseColorFactor': [0.5, 0.25, 0.1, 0.75]}},
        {'name': 'mask', 'alphaMode': 'MASK', 'alphaCutoff': 0.4, 'doubleSided': True,
         'pbrMetallicRoughness': {'baseColorTexture': {'index': 0}}},
        {'name': 'blend', 'alphaMode': 'BLEND', 'pbrMetallicRoughness': {'baseColorTexture': {'index': 1, 'texCoord': 1}}},
        {'name': 'turned', 'pbrMetallicRoughness': {'baseColorTexture': {'index': 2, 'extensions': turned}}},
        {'name': 'unlit', 'extensions': {'KHR_materials_unlit': {}},
         'pbrMetallicRoughness': {'baseColorFactor': [1, 0.5, 0.5, 1]}},
    ]
    square = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    uv = f.accessor([[0, 1], [1, 1], [1, 0], [0, 0]], 'VEC2')
    uv_bytes = f.accessor([[0, 255], [255, 255], [255, 0], [0, 0]], 'VEC2', 'B', True, stride=4)
    colors = f.accessor([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 0.25]], 'VEC4')
    colors16 = f.accessor([[65535, 0, 0], [0, 32768, 0], [0, 0, 16384], [65535, 65535, 65535]], 'VEC3', 'H', True, stride=8)
    indices = f.accessor([0, 1, 2, 0, 2, 3], 'SCALAR', 'H')
    position = f.accessor(square, 'VEC3')
    normal = f.accessor([[0, 0, 1]] * 4, 'VEC3')
    extra = [{'COLOR_0': colors16}, {}, {'TEXCOORD_1': uv_bytes, 'COLOR_0': colors}, {}, {'COLOR_0': colors}]
    for m, more in enumerate(extra):
        attributes = {'POSITION': position, 'NORMAL': normal, 'TEXCOORD_0': uv, **more}
        mesh = f.add('meshes', {'primitives': [{'attributes': attributes, 'indices': indices, 'material': m}]})
        f.add('nodes', {'mesh': mesh, 'translation': [1.25 * m, 0, 0]})
    f.json['extensionsUsed'] = ['KHR_materials_unlit', 'KHR_texture_transform']
    f.json['scenes'] = [{'nodes': list(range(len(extra)))}]
    f.save('materials.gltf')


def triangle():
    f = File()
    f.add('meshes', {'primitives': [{'attributes': {'POSITION': f.accessor([[0, 0, 0], [1, 0, 0], [0, 1, 0]], 'VEC3')}}]})
    f.add('nodes', {'mesh': 0})
    f.json['scenes'] = [{'nodes': [0]}]
    return f


def skinned_triangle():
    f = triangle()
    attributes = f.json['meshes'][0]['primitives'][0]['attributes']
    attributes['JOINTS_0'] = f.accessor([[0, 1, 0, 0]] * 3, 'VEC4', 'B')
    attributes['WEIGHTS_0'] = f.accessor([[0.5, 0.5, 0, 0]] * 3, 'VEC4')
    f.json['nodes'] = [{'mesh': 0, 'skin': 0}, {'children': [2]}, {}]
    f.json['skins'] = [{'joints': [1, 2]}]
    f.json['scenes'] = [{'nodes': [0, 1]}]
    return f


def animated_triangle(times, values):
    f = triangle()
    f.add('animations', {'samplers': [{'input': f.accessor(times, 'SCALAR'), 'output': f.accessor(values, 'VEC3')}],
                         'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'translation'}}]})
    return f


def hostile():
    def broken(name, base, change):
        f = base
        change(f.json)
        f.save('hostile/' + name + '.gltf')

    def accessor(**more):
        return lambda j: j['accessors'][0].update(more)

    def view(**more):
        return lambda j: j['bufferViews'][0].update(more)

    broken('cycle', triangle(), lambda j: j['nodes'].extend([{'children': [2]}, {'children': [1]}]))
    broken('own_child', triangle(), lambda j: j['nodes'][0].update(children=[0]))
    broken('two_parents', triangle(), lambda j: j['nodes'].extend([{'children': [3]}, {'children': [3]}, {}]))
    broken('huge_count', triangle(), accessor(count=0xFFFFFFFE))
    broken('huge_zeros', triangle(), lambda j: j['accessors'][0].update(count=0x7FFFFFFF) or j['accessors'][0].pop('bufferView'))
    broken('count_beyond_integers', triangle(), accessor(count=2**63))
    broken('offset_overflow', triangle(), accessor(byteOffset=2**53 - 1))
    broken('view_overflow', triangle(), view(byteOffset=2**53 - 1, byteLength=2))
    broken('view_beyond', triangle(), view(byteLength=1000))
    broken('negative_count', triangle(), accessor(count=-1))
    broken('fraction', triangle(), accessor(count=2.5))
    broken('stride_small', triangle(), view(byteStride=4))
    broken('no_position', triangle(), lambda j: j['meshes'][0]['primitives'][0].update(attributes={}))
    broken('missing_accessor', triangle(), lambda j: j['meshes'][0]['primitives'][0]['attributes'].update(POSITION=9))
    broken('material_range', triangle(), lambda j: j['meshes'][0]['primitives'][0].update(material=3))
    broken('joint_range', skinned_triangle(), lambda j: j['skins'][0].update(joints=[1]))
    broken('joint_node', skinned_triangle(), lambda j: j['skins'][0].update(joints=[1, 77]))
    broken('scene_child', skinned_triangle(), lambda j: j['scenes'][0].update(nodes=[0, 2]))
    broken('required', triangle(), lambda j: j.update(extensionsRequired=['EXT_unheard_of']))
    broken('version', triangle(), lambda j: j['asset'].update(version='1.0'))
    broken('zero_rotation', triangle(), lambda j: j['nodes'][0].update(rotation=[0, 0, 0, 0]))
    broken('times_back', animated_triangle([0, 1, 0.5], [[0, 0, 0]] * 3), lambda j: None)
    broken('times_many', animated_triangle([0, 1], [[0, 0, 0]] * 3), lambda j: None)
    broken('sparse_range', triangle(), lambda j: j['accessors'][0].update(sparse={
        'count': 1, 'indices': {'bufferView': 0, 'componentType': 5125, 'byteOffset': 12},
        'values': {'bufferView': 0}}))
    broken('meshopt_stride', triangle(), lambda j: j['bufferViews'][0].update(extensions={'EXT_meshopt_compression': {
        'buffer': 0, 'byteLength': 36, 'byteStride': 7, 'count': 3, 'mode': 'ATTRIBUTES'}}))
    broken('meshopt_data', triangle(), lambda j: j['bufferViews'][0].update(extensions={'EXT_meshopt_compression': {
        'buffer': 0, 'byteLength': 36, 'byteStride': 12, 'count': 3, 'mode': 'ATTRIBUTES'}}))
    broken('draco_data', triangle(), lambda j: j['meshes'][0]['primitives'][0].update(extensions={
        'KHR_draco_mesh_compression': {'bufferView': 0, 'attributes': {'POSITION': 0}}}))

    def uri(name, text):
        f = triangle()
        document = f.document()
        document['buffers'] = [{'byteLength': 36, 'uri': text}]
        with open(os.path.join(HERE, 'hostile', name + '.gltf'), 'w') as out:
            json.dump(document, out, indent=1)

    uri('escape', '../quarters.png')
    uri('escape_encoded', '%2e%2e/quarters.png')
    uri('absolute', '/etc/passwd')
    uri('scheme', 'https://example.com/a.bin')
    uri('file_scheme', 'file:///etc/passwd')
    uri('backslash', '..\\quarters.png')
    uri('missing_file', 'not there.bin')
    uri('bad_base64', 'data:application/octet-stream;base64,AA*A')
    uri('no_comma', 'data:application/octet-stream;base64')

    f = triangle()
    f.binary = struct.pack('<9f', 0, 0, 0, float('nan'), 0, 0, 0, 1, 0)
    f.save('hostile/nan.glb')
    f = triangle()
    f.save('hostile/truncated.glb')
    path = os.path.join(HERE, 'hostile', 'truncated.glb')
    data = open(path, 'rb').read()
    open(path, 'wb').write(data[:-8])
    open(os.path.join(HERE, 'hostile', 'chunk_beyond.glb'), 'wb').write(
        data[:12] + struct.pack('<I', 0xFFFFFFF0) + data[16:])
    open(os.path.join(HERE, 'hostile', 'json.gltf'), 'w').write('{"asset": {"version": "2.0"}, "nodes": [}')


if __name__ == '__main__':
    os.makedirs(os.path.join(HERE, 'hostile'), exist_ok=True)
    two_skins()
    curves()
    accessors()
    materials()
    hostile()
