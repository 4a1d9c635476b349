"""Prop kit: procedural modelling, PBR materials, studio light and render for Blender 3.4 / Cycles CPU."""
import bpy, bmesh, math, os, random, sys, time
from mathutils import Vector, Matrix, Euler

def srgb(hexs):
    h = hexs.lstrip('#')
    out = []
    for i in (0, 2, 4):
        c = int(h[i:i+2], 16) / 255
        out.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    return (*out, 1.0)

def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _mats.clear()

_mats = {}

def _n(nt, kind, **kw):
    n = nt.nodes.new(kind)
    for k, v in kw.items():
        setattr(n, k, v)
    return n

def mat(name, base='#888888', metal=0.0, rough=0.5, coat=0.0, coat_rough=0.04, emis=None, power=0.0,
        wear=0.0, wear_color='#b9b4a8', wear_radius=0.02, grunge=0.0, grunge_scale=5.0, bump=0.0, bump_scale=60.0,
        spec=0.5, trans=0.0, ior=1.45, sheen=0.0, stretch=None, alpha=1.0, sss=0.0):
    if os.environ.get('KIT_PLAIN'):   # glTF export: no node-driven colour
        wear = grunge = bump = 0
    key = name
    if key in _mats:
        return _mats[key]
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    L = nt.links.new
    p = nt.nodes['Principled BSDF']
    p.inputs['Base Color'].default_value = srgb(base)
    p.inputs['Metallic'].default_value = metal
    p.inputs['Roughness'].default_value = rough
    p.inputs['Specular'].default_value = spec
    p.inputs['Clearcoat'].default_value = coat
    p.inputs['Clearcoat Roughness'].default_value = coat_rough
    p.inputs['Transmission'].default_value = trans
    p.inputs['IOR'].default_value = ior
    p.inputs['Sheen'].default_value = sheen
    p.inputs['Alpha'].default_value = alpha
    if sss:
        p.inputs['Subsurface'].default_value = sss
        p.inputs['Subsurface Color'].default_value = srgb(base)
    if emis:
        p.inputs['Emission'].default_value = srgb(emis)
        p.inputs['Emission Strength'].default_value = power
    tc = None
    def coords():
        nonlocal tc
        if tc is None:
            t = _n(nt, 'ShaderNodeTexCoord')
            mp = _n(nt, 'ShaderNodeMapping')
            if stretch:
                mp.inputs['Scale'].default_value = stretch
            L(t.outputs['Object'], mp.inputs['Vector'])
            tc = mp.outputs['Vector']
        return tc
    noise_out = None
    if grunge or wear:
        nz = _n(nt, 'ShaderNodeTexNoise')
        nz.inputs['Scale'].default_value = grunge_scale
        nz.inputs['Detail'].default_value = 9
        nz.inputs['Roughness'].default_value = 0.68
        L(coords(), nz.inputs['Vector'])
        noise_out = nz.outputs['Fac']
    if grunge:
        mr = _n(nt, 'ShaderNodeMapRange')
        mr.inputs['From Min'].default_value = 0.3
        mr.inputs['From Max'].default_value = 0.7
        mr.inputs['To Min'].default_value = max(0.02, rough - grunge)
        mr.inputs['To Max'].default_value = min(1.0, rough + grunge)
        L(noise_out, mr.inputs['Value'])
        L(mr.outputs['Result'], p.inputs['Roughness'])
    if wear:
        bv = _n(nt, 'ShaderNodeBevel')
        bv.samples = 6
        bv.inputs['Radius'].default_value = wear_radius
        geo = _n(nt, 'ShaderNodeNewGeometry')
        dot = _n(nt, 'ShaderNodeVectorMath', operation='DOT_PRODUCT')
        L(bv.outputs['Normal'], dot.inputs[0])
        L(geo.outputs['Normal'], dot.inputs[1])
        inv = _n(nt, 'ShaderNodeMath', operation='SUBTRACT')
        inv.inputs[0].default_value = 1.0
        L(dot.outputs['Value'], inv.inputs[1])
        mul = _n(nt, 'ShaderNodeMath', operation='MULTIPLY')
        L(inv.outputs[0], mul.inputs[0])
        nz2 = _n(nt, 'ShaderNodeTexNoise')
        nz2.inputs['Scale'].default_value = grunge_scale * 3
        nz2.inputs['Detail'].default_value = 6
        L(coords(), nz2.inputs['Vector'])
        L(nz2.outputs['Fac'], mul.inputs[1])
        ramp = _n(nt, 'ShaderNodeMapRange')
        ramp.inputs['From Min'].default_value = 0.055 / max(wear, 0.05)
        ramp.inputs['From Max'].default_value = 0.075 / max(wear, 0.05) + 0.03
        L(mul.outputs[0], ramp.inputs['Value'])
        mix = _n(nt, 'ShaderNodeMixRGB')
        mix.inputs['Color1'].default_value = srgb(base)
        mix.inputs['Color2'].default_value = srgb(wear_color)
        L(ramp.outputs['Result'], mix.inputs['Fac'])
        L(mix.outputs['Color'], p.inputs['Base Color'])
        mm = _n(nt, 'ShaderNodeMapRange')
        mm.inputs['To Min'].default_value = metal
        mm.inputs['To Max'].default_value = 1.0
        L(ramp.outputs['Result'], mm.inputs['Value'])
        L(mm.outputs['Result'], p.inputs['Metallic'])
    if bump:
        nb = _n(nt, 'ShaderNodeTexNoise')
        nb.inputs['Scale'].default_value = bump_scale
        nb.inputs['Detail'].default_value = 4
        L(coords(), nb.inputs['Vector'])
        bp = _n(nt, 'ShaderNodeBump')
        bp.inputs['Strength'].default_value = bump
        bp.inputs['Distance'].default_value = 0.02
        L(nb.outputs['Fac'], bp.inputs['Height'])
        L(bp.outputs['Normal'], p.inputs['Normal'])
    _mats[key] = m
    return m

def stripes(name, a='#f5b21a', b='#14161a', scale=7.0, rough=0.45, wear=0.5):
    """Diagonal hazard stripes in object space (x+z)."""
    m = mat(name, base=a, rough=rough)
    nt = m.node_tree
    L = nt.links.new
    p = nt.nodes['Principled BSDF']
    t = _n(nt, 'ShaderNodeTexCoord')
    s = _n(nt, 'ShaderNodeSeparateXYZ')
    L(t.outputs['Object'], s.inputs[0])
    add = _n(nt, 'ShaderNodeMath', operation='ADD')
    L(s.outputs['X'], add.inputs[0])
    L(s.outputs['Z'], add.inputs[1])
    mul = _n(nt, 'ShaderNodeMath', operation='MULTIPLY')
    mul.inputs[1].default_value = scale
    L(add.outputs[0], mul.inputs[0])
    fr = _n(nt, 'ShaderNodeMath', operation='FRACT')
    L(mul.outputs[0], fr.inputs[0])
    gt = _n(nt, 'ShaderNodeMath', operation='GREATER_THAN')
    gt.inputs[1].default_value = 0.5
    L(fr.outputs[0], gt.inputs[0])
    mx = _n(nt, 'ShaderNodeMixRGB')
    mx.inputs['Color1'].default_value = srgb(a)
    mx.inputs['Color2'].default_value = srgb(b)
    L(gt.outputs[0], mx.inputs['Fac'])
    nz = _n(nt, 'ShaderNodeTexNoise')
    nz.inputs['Scale'].default_value = 9
    nz.inputs['Detail'].default_value = 10
    L(t.outputs['Object'], nz.inputs['Vector'])
    mr = _n(nt, 'ShaderNodeMapRange')
    mr.inputs['From Min'].default_value = 0.56
    mr.inputs['From Max'].default_value = 0.64
    mr.inputs['To Max'].default_value = wear
    L(nz.outputs['Fac'], mr.inputs['Value'])
    mx2 = _n(nt, 'ShaderNodeMixRGB')
    mx2.inputs['Color2'].default_value = srgb('#2a2d31')
    L(mx.outputs[0], mx2.inputs['Color1'])
    L(mr.outputs['Result'], mx2.inputs['Fac'])
    L(mx2.outputs[0], p.inputs['Base Color'])
    return m

# ---------- geometry ----------
def _link(o):
    bpy.context.scene.collection.objects.link(o)
    return o

def mesh_obj(name, bm, material=None, smooth=True, auto=35):
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    if smooth:
        for f in me.polygons:
            f.use_smooth = True
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(auto)
    o = bpy.data.objects.new(name, me)
    if material:
        me.materials.append(material)
    return _link(o)

def bevel(o, w=0.02, seg=3, angle=30):
    b = o.modifiers.new('bevel', 'BEVEL')
    b.width = w
    b.segments = seg
    b.limit_method = 'ANGLE'
    b.angle_limit = math.radians(angle)
    b.harden_normals = True
    return o

def box(size, loc=(0, 0, 0), m=None, bev=0.02, seg=3, rot=(0, 0, 0), taper=None):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    for v in bm.verts:
        if taper and v.co.z > 0:
            v.co.x *= taper[0]
            v.co.y *= taper[1]
        v.co.x *= size[0]
        v.co.y *= size[1]
        v.co.z *= size[2]
    o = mesh_obj('box', bm, m)
    o.location = loc
    o.rotation_euler = rot
    if bev:
        bevel(o, min(bev, 0.49 * min(size)), seg)
    return o

def prism(points, depth, loc=(0, 0, 0), m=None, bev=0.01, seg=2, rot=(0, 0, 0), axis='Y'):
    """Extrude a 2D polygon (in XZ for axis Y, XY for axis Z, YZ for axis X) symmetrically along an axis."""
    bm = bmesh.new()
    def put(a, b, d):
        return {'Y': (a, d, b), 'Z': (a, b, d), 'X': (d, a, b)}[axis]
    lo = [bm.verts.new(put(a, b, -depth / 2)) for a, b in points]
    hi = [bm.verts.new(put(a, b, depth / 2)) for a, b in points]
    bm.faces.new(lo)
    bm.faces.new(list(reversed(hi)))
    n = len(points)
    for i in range(n):
        bm.faces.new((lo[i], hi[i], hi[(i + 1) % n], lo[(i + 1) % n]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    o = mesh_obj('prism', bm, m)
    o.location = loc
    o.rotation_euler = rot
    if bev:
        bevel(o, bev, seg)
    return o

def cyl(r, h, loc=(0, 0, 0), m=None, bev=0.01, seg=2, rot=(0, 0, 0), n=48, r2=None):
    bm = bmesh.new()
    bmesh.ops.create_cone(bm, cap_ends=True, segments=n, radius1=r, radius2=r if r2 is None else r2, depth=h)
    o = mesh_obj('cyl', bm, m)
    o.location = loc
    o.rotation_euler = rot
    if bev:
        bevel(o, bev, seg, 40)
    return o

def torus(R, r, loc=(0, 0, 0), m=None, rot=(0, 0, 0), n=64, k=16, squash=1.0):
    bm = bmesh.new()
    rings = []
    for i in range(n):
        a = 2 * math.pi * i / n
        ring = []
        for j in range(k):
            b = 2 * math.pi * j / k
            rr = R + r * math.cos(b)
            ring.append(bm.verts.new((rr * math.cos(a), rr * math.sin(a), r * squash * math.sin(b))))
        rings.append(ring)
    for i in range(n):
        for j in range(k):
            bm.faces.new((rings[i][j], rings[(i + 1) % n][j], rings[(i + 1) % n][(j + 1) % k], rings[i][(j + 1) % k]))
    o = mesh_obj('torus', bm, m, auto=80)
    o.location = loc
    o.rotation_euler = rot
    return o

def lathe(profile, loc=(0, 0, 0), m=None, n=96, rot=(0, 0, 0), auto=35):
    """Revolve (r, z) points about Z."""
    bm = bmesh.new()
    rings = []
    for r, z in profile:
        if r < 1e-6:
            rings.append([bm.verts.new((0, 0, z))])
        else:
            rings.append([bm.verts.new((r * math.cos(2 * math.pi * i / n), r * math.sin(2 * math.pi * i / n), z)) for i in range(n)])
    for a, b in zip(rings, rings[1:]):
        for i in range(n):
            j = (i + 1) % n
            if len(a) == 1 and len(b) == 1:
                continue
            if len(a) == 1:
                bm.faces.new((a[0], b[i], b[j]))
            elif len(b) == 1:
                bm.faces.new((a[i], b[0], a[j]))
            else:
                bm.faces.new((a[i], b[i], b[j], a[j]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    o = mesh_obj('lathe', bm, m, auto=auto)
    o.location = loc
    o.rotation_euler = rot
    return o

def tube(points, r, m=None, cyclic=False, res=6, kind='POLY'):
    cu = bpy.data.curves.new('tube', 'CURVE')
    cu.dimensions = '3D'
    cu.bevel_depth = r
    cu.bevel_resolution = res
    cu.use_fill_caps = True
    if kind == 'POLY':
        sp = cu.splines.new('POLY')
        sp.points.add(len(points) - 1)
        for p, c in zip(sp.points, points):
            p.co = (*c, 1)
    else:
        sp = cu.splines.new('BEZIER')
        sp.bezier_points.add(len(points) - 1)
        for p, c in zip(sp.bezier_points, points):
            p.co = c
            p.handle_left_type = p.handle_right_type = 'AUTO'
    sp.use_cyclic_u = cyclic
    o = bpy.data.objects.new('tube', cu)
    if m:
        cu.materials.append(m)
    return _link(o)

FONT = {}
def text(s, size=0.3, loc=(0, 0, 0), m=None, rot=(0, 0, 0), depth=0.004, bev=0.0, font=None, align='CENTER', space=1.0, seg=2):
    cu = bpy.data.curves.new('txt', 'FONT')
    cu.body = s
    cu.size = size
    cu.extrude = depth
    cu.bevel_depth = bev
    cu.bevel_resolution = seg
    cu.align_x = align
    cu.align_y = 'CENTER'
    cu.space_character = space
    f = font or os.environ.get('KIT_FONT')
    if f:
        if f not in FONT or FONT[f] not in list(bpy.data.fonts):
            FONT[f] = bpy.data.fonts.load(f)
        cu.font = FONT[f]
    o = bpy.data.objects.new('txt', cu)
    if m:
        cu.materials.append(m)
    o.location = loc
    o.rotation_euler = rot
    return _link(o)

def parent(objs, rot=(0, 0, 0), loc=(0, 0, 0), scale=1.0):
    e = bpy.data.objects.new('grp', None)
    _link(e)
    for o in objs:
        if o.parent is None:
            o.parent = e
    e.rotation_euler = rot
    e.location = loc
    e.scale = (scale,) * 3
    return e

class Group:
    """with Group() as g: ... collects every object made inside."""
    def __enter__(self):
        self.before = set(bpy.data.objects)
        return self
    def __exit__(self, *a):
        self.objs = [o for o in bpy.data.objects if o not in self.before]
    def place(self, rot=(0, 0, 0), loc=(0, 0, 0), scale=1.0):
        return parent(self.objs, rot, loc, scale)
    def copy(self, rot=(0, 0, 0), loc=(0, 0, 0), scale=1.0):
        mp = {}
        new = []
        for o in self.objs:
            c = o.copy()
            mp[o] = c
            new.append(_link(c))
        for o in self.objs:
            if o.parent in mp:
                mp[o].parent = mp[o.parent]
            else:
                mp[o].parent = None
        return parent(new, rot, loc, scale)

# ---------- studio ----------
def area(loc, target, size, power, color='#ffffff', size_y=None, cam=False, spread=180, group=''):
    l = bpy.data.lights.new('area', 'AREA')
    l.energy = power
    l.color = srgb(color)[:3]
    l.shape = 'RECTANGLE'
    l.size = size
    l.size_y = size_y or size
    l.spread = math.radians(spread)
    o = bpy.data.objects.new('area', l)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = cam
    if group:
        o.lightgroup = group
    return _link(o)

def world(top='#20282c', horizon='#0b0d0e', bottom='#050607', strength=1.0):
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    nt = w.node_tree
    L = nt.links.new
    bg = nt.nodes['Background']
    bg.inputs['Strength'].default_value = strength
    t = _n(nt, 'ShaderNodeTexCoord')
    s = _n(nt, 'ShaderNodeSeparateXYZ')
    L(t.outputs['Generated'], s.inputs[0])
    mr = _n(nt, 'ShaderNodeMapRange')
    mr.inputs['From Min'].default_value = -1
    L(s.outputs['Z'], mr.inputs['Value'])
    cr = _n(nt, 'ShaderNodeValToRGB')
    cr.color_ramp.elements[0].color = srgb(bottom)
    cr.color_ramp.elements[1].color = srgb(top)
    e = cr.color_ramp.elements.new(0.5)
    e.color = srgb(horizon)
    L(mr.outputs['Result'], cr.inputs['Fac'])
    L(cr.outputs['Color'], bg.inputs['Color'])

def bounds():
    dg = bpy.context.evaluated_depsgraph_get()
    pts = []
    for o in bpy.context.scene.objects:
        if o.type in {'MESH', 'CURVE', 'FONT'} and not o.hide_render and not o.get('noframe'):
            ev = o.evaluated_get(dg)
            try:
                me = ev.to_mesh()
            except RuntimeError:
                continue
            if me:
                step = max(1, len(me.vertices) // 4000)
                pts += [o.matrix_world @ me.vertices[i].co for i in range(0, len(me.vertices), step)]
                ev.to_mesh_clear()
    return pts

def camera(direction=(1.0, -1.9, 0.95), lens=85, margin=1.12, res=512, up_shift=0.0, square=True):
    sc = bpy.context.scene
    sc.render.resolution_x, sc.render.resolution_y = (res, res) if isinstance(res, int) else res
    sc.render.resolution_percentage = 100
    cd = bpy.data.cameras.new('cam')
    cd.lens = lens
    cam = _link(bpy.data.objects.new('cam', cd))
    sc.camera = cam
    d = Vector(direction).normalized()
    cam.rotation_euler = (-d).to_track_quat('-Z', 'Y').to_euler()
    cam.location = d * 10
    bpy.context.view_layer.update()
    pts = bounds()
    co = [c for p in pts for c in p]
    loc, _ = cam.camera_fit_coords(bpy.context.evaluated_depsgraph_get(), co)
    cam.location = loc
    bpy.context.view_layer.update()
    ctr = sum(pts, Vector()) / len(pts)
    back = (cam.location - ctr).length * (margin - 1)
    cam.location = cam.location + d * back
    return cam, ctr

def light_groups():
    vl = bpy.context.view_layer
    if 'rim' not in [g.name for g in vl.lightgroups]:
        vl.lightgroups.add(name='rim')

def studio(rim='#ffb020', key='#fff1dc', fill='#8fc7d6', s=1.0, rim_power=1.0, key_power=1.0, fill_power=1.0, ctr=(0, 0, 0.5), front=0.0, front_dir=(0.3, -1, .3), front_color='#ffe9cf'):
    """Key left-front high, cool fill right, two rarity rims behind, overhead strip, low kicker."""
    world(top='#2a3236', horizon='#0d1012', bottom='#060708', strength=0.9)
    c = Vector(ctr)
    light_groups()
    def A(off, size, power, color, sy=None, spread=180, group=''):
        area(c + Vector(off) * s, c, size * s, power * s * s, color, (sy or size) * s, spread=spread, group=group)
    A((-3.2, -3.6, 4.2), 2.2, 420 * key_power, key)
    A((4.5, -2.8, 1.2), 2.5, 90 * fill_power, fill, 3.0)
    A((-3.8, 3.2, 2.0), 1.0, 620 * rim_power, rim, 4.0, group='rim')
    A((4.0, 3.0, 1.6), 1.0, 760 * rim_power, rim, 4.0, group='rim')
    A((0.2, 1.0, 5.0), 0.5, 260 * key_power, '#ffffff', 5.0)
    A((0.0, -3.0, -2.2), 3.0, 60 * rim_power, rim, 1.0, group='rim')
    if front:                        # a soft box near the camera: flat metal faces that look at the lens need something to mirror
        f = Vector(front_dir).normalized()
        A(tuple(f * 5.2 + Vector((-.9, 0, 1.5))), 2.6, 70 * front, front_color, 1.6)
