"""Shape helpers on top of kit.py: outlines, lofts, bands, chain links, gems, wood."""
import kit, os
from kit import *
R90 = math.pi / 2
rad = math.radians

def _font(pkg, weight, sub='latin'):
    return os.path.join(os.environ.get('NPM', ''), '@fontsource', pkg, 'files', '%s-%s-%d-normal.woff' % (pkg, sub, weight))
def F_BLK():
    return _font('russo-one', 400)
def F_TK():
    return _font('tektur', 900)
def F_TK7():
    return _font('tektur', 700)
def F_MONO():
    return _font('martian-mono', 700)

# outlines (lists of 2D points)
def superpoly(a, b, p=4, n=64):
    out = []
    for k in range(n):
        t = 2 * math.pi * k / n
        c, s = math.cos(t), math.sin(t)
        r = (abs(c / a) ** p + abs(s / b) ** p) ** (-1 / p)
        out.append((r * c, r * s))
    return out

def rrect(w, h, r, n=6):
    out = []
    for cx, cy, a0 in ((w / 2 - r, h / 2 - r, 0), (-w / 2 + r, h / 2 - r, 90), (-w / 2 + r, -h / 2 + r, 180), (w / 2 - r, -h / 2 + r, 270)):
        for i in range(n + 1):
            a = rad(a0 + 90 * i / n)
            out.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return out

def cutrect(w, h, c):
    """The Night Shift corner: cut top right and bottom left."""
    return [(-w / 2, h / 2), (w / 2 - c, h / 2), (w / 2, h / 2 - c), (w / 2, -h / 2), (-w / 2 + c, -h / 2), (-w / 2, -h / 2 + c)]

def arc(cx, cy, r, a0, a1, n=16):
    return [(cx + r * math.cos(rad(a0 + (a1 - a0) * i / n)), cy + r * math.sin(rad(a0 + (a1 - a0) * i / n))) for i in range(n + 1)]

def star(r, q, n=5, a0=90):
    return [((r if k % 2 == 0 else q) * math.cos(rad(a0 + k * 180 / n)), (r if k % 2 == 0 else q) * math.sin(rad(a0 + k * 180 / n))) for k in range(2 * n)]

def hexagon(r, a0=0):
    return [(r * math.cos(rad(a0 + k * 60)), r * math.sin(rad(a0 + k * 60))) for k in range(6)]

# solids
def loft(rings, m=None, closed=True, caps=True, smooth=True, auto=50, loop=False):
    bm = bmesh.new()
    R = [[bm.verts.new(p) for p in r] for r in rings]
    n = len(R[0])
    pairs = list(zip(R, R[1:])) + ([(R[-1], R[0])] if loop else [])
    for a, b in pairs:
        for i in range(n if closed else n - 1):
            j = (i + 1) % n
            bm.faces.new((a[i], a[j], b[j], b[i]))
    if caps and not loop and closed:
        bm.faces.new(R[0])
        bm.faces.new(list(reversed(R[-1])))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return mesh_obj('loft', bm, m, smooth, auto)

def band(path, width, thick=.02, m=None, axis='Y', at=0.0, cyclic=False, bev=.004):
    """A ribbon: 2D path, extruded sideways by width."""
    bm = bmesh.new()
    def put(a, b, d):
        return {'Y': (a, d, b), 'X': (d, a, b), 'Z': (a, b, d)}[axis]
    L = [bm.verts.new(put(a, b, at - width / 2)) for a, b in path]
    H = [bm.verts.new(put(a, b, at + width / 2)) for a, b in path]
    n = len(path)
    for i in range(n if cyclic else n - 1):
        j = (i + 1) % n
        bm.faces.new((L[i], L[j], H[j], H[i]))
    o = mesh_obj('band', bm, m, auto=60)
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness = thick
    s.offset = 0
    if bev:
        bevel(o, bev, 2, 50)
    return o

def bezier(p0, p1, p2, p3, n=24):
    out = []
    for i in range(n + 1):
        t = i / n
        k = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
        out.append(tuple(sum(c * p[d] for c, p in zip(k, (p0, p1, p2, p3))) for d in range(len(p0))))
    return out

def hull(points, mats, seed=1, bev=0.0):
    """Faceted convex solid, a material per facet by normal (a gem)."""
    bm = bmesh.new()
    for p in points:
        bm.verts.new(p)
    bmesh.ops.convex_hull(bm, input=bm.verts)
    bmesh.ops.dissolve_limit(bm, angle_limit=rad(1), verts=bm.verts, edges=bm.edges)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    rr = random.Random(seed)
    for f in sorted(bm.faces, key=lambda f: (round(f.calc_center_median().z, 3), math.atan2(f.calc_center_median().y, f.calc_center_median().x))):
        f.material_index = rr.randrange(len(mats))
    o = mesh_obj('hull', bm, mats[0], smooth=False)
    for m in mats[1:]:
        o.data.materials.append(m)
    if bev:
        b = o.modifiers.new('bevel', 'BEVEL')
        b.width = bev
        b.segments = 1
        b.limit_method = 'ANGLE'
        b.angle_limit = rad(4)
    return o

def gem(r=1.0, tint=('#07263f', '#2f9be0', '#7fd2ff', '#e4f7ff', '#0f4f86', '#a8e4ff', '#0a3a66', '#ffffff', '#58bdf5', '#ffe2c4'), seed=5, sides=8):
    """Brilliant cut: table, star and kite facets, girdle, pavilion; one polished material a facet, dark and light mixed."""
    P, n, st = [], sides, 360 / sides
    for k in range(n):
        a, b = rad(st * (k + .5)), rad(st * k)
        P += [(.53 * r * math.cos(a), .53 * r * math.sin(a), .36 * r), (.77 * r * math.cos(b), .77 * r * math.sin(b), .245 * r)]
        P += [(.55 * r * math.cos(b), .55 * r * math.sin(b), -.47 * r), (.30 * r * math.cos(a), .30 * r * math.sin(a), -.72 * r)]
    for k in range(2 * n):
        a = rad(st / 4 + st / 2 * k)
        P += [(r * math.cos(a), r * math.sin(a), .03 * r), (r * math.cos(a), r * math.sin(a), -.03 * r)]
    P.append((0, 0, -.96 * r))
    M = [mat('gem%s%d' % (c, i), c, .55, .10 + .03 * (i % 3), spec=1, emis=c, power=.45 * (srgb(c)[1] ** 1.2) + .02) for i, c in enumerate(tint)]
    return hull(P, M, seed)

def link(r=.1, w=.026, stretch=1.45, m=None, k=10):
    """One chain link, long along X."""
    bm = bmesh.new()
    rings = []
    n = 24
    for i in range(n):
        a = 2 * math.pi * i / n
        ring = []
        for j in range(k):
            b = 2 * math.pi * j / k
            q = r + w * math.cos(b)
            ring.append(bm.verts.new((q * math.cos(a) + (stretch - 1) * r * (1 if math.cos(a) > 0 else -1) * min(1, abs(math.cos(a)) * 3), q * math.sin(a), w * math.sin(b))))
        rings.append(ring)
    for i in range(n):
        for j in range(k):
            bm.faces.new((rings[i][j], rings[(i + 1) % n][j], rings[(i + 1) % n][(j + 1) % k], rings[i][(j + 1) % k]))
    return mesh_obj('link', bm, m, auto=80)

def chain_along(path, r, w, m, twist=(0, R90), step=None, stretch=1.45):
    """Links along a 3D polyline, alternating between the twists."""
    step = step or r * stretch * 1.42
    P = [Vector(p) for p in path]
    first = None
    acc, k = 0.0, 0
    for a, b in zip(P, P[1:]):
        L = (b - a).length
        while acc <= L:
            pos = a + (b - a) * (acc / L)
            q = (b - a).to_track_quat('X', 'Z')
            o = link(r, w, stretch, m) if first is None else kit._link(bpy.data.objects.new('link', first.data))
            first = first or o
            o.location = pos
            o.rotation_euler = (q.to_matrix() @ Matrix.Rotation(twist[k % len(twist)], 3, 'X')).to_euler()
            k += 1
            acc += step
        acc -= L

def label(s, size, loc, m, rot=(R90, 0, 0), font=None, depth=.003, bev=0.0, **kw):
    return text(s, size, loc, m, rot, depth, bev, font=font or F_TK(), **kw)

def ring_text(s, r, size, m, z=0.0, a0=90, step=None, up=True, depth=.006, font=None, axis='Z'):
    """Letters on a circle in XY, tops outwards (up) or inwards."""
    step = step or 9
    n = len(s)
    for i, ch in enumerate(s):
        a = a0 - (i - (n - 1) / 2) * step * (1 if up else -1)
        if ch != ' ':
            text(ch, size, (r * math.cos(rad(a)), r * math.sin(rad(a)), z), m, (0, 0, rad(a - 90 if up else a + 90)), depth, .002, font=font or F_TK())

def _colour(name, a, b, rough, build, **kw):
    if name in kit._mats:
        return kit._mats[name]
    m = mat(name, a, kw.pop('metal', 0), rough, **kw)
    nt = m.node_tree
    mx = nt.nodes.new('ShaderNodeMixRGB')
    mx.inputs['Color1'].default_value = srgb(a)
    mx.inputs['Color2'].default_value = srgb(b)
    nt.links.new(build(nt), mx.inputs['Fac'])
    nt.links.new(mx.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color'])
    return m

def wood(name='wood', a='#2a1209', b='#6e3416', axis='X', scale=3.0, coat=.9):
    def build(nt):
        t = nt.nodes.new('ShaderNodeTexCoord')
        mp = nt.nodes.new('ShaderNodeMapping')
        mp.inputs['Scale'].default_value = {'X': (.35, 2.2, 2.2), 'Y': (2.2, .35, 2.2), 'Z': (2.2, 2.2, .35)}[axis]
        nt.links.new(t.outputs['Object'], mp.inputs['Vector'])
        w = nt.nodes.new('ShaderNodeTexNoise')
        w.inputs['Scale'].default_value = scale * 2.2
        w.inputs['Detail'].default_value = 8
        w.inputs['Distortion'].default_value = 1.2
        nt.links.new(mp.outputs[0], w.inputs['Vector'])
        mr = nt.nodes.new('ShaderNodeMapRange')
        mr.inputs['From Min'].default_value = .38
        mr.inputs['From Max'].default_value = .64
        nt.links.new(w.outputs['Fac'], mr.inputs['Value'])
        return mr.outputs[0]
    return _colour(name, a, b, .38, build, coat=coat, coat_rough=.08)

def GOLD(rough=.18):
    return mat('Pgold%.2f' % rough, '#ffca6e', 1, rough, grunge=.07, grunge_scale=4)
def BRASS():
    return mat('Pbrass', '#d9a24a', 1, .27, grunge=.10, grunge_scale=6)
def STEEL():
    return mat('Psteel', '#a4a8ac', 1, .27, grunge=.11, grunge_scale=7)
def CHROME():
    return mat('Pchrome', '#d0d3d6', 1, .12)
def DARK():
    return mat('Pdark', '#191d20', .35, .42, coat=.25, coat_rough=.2, grunge=.08)
def RUBBER():
    return mat('Prubber', '#101214', 0, .68)
def INK():
    return mat('Pink', '#12171a', 0, .4, coat=.4)
def BONE(rough=.5):
    return mat('Pbone%.2f' % rough, '#ece3d0', 0, rough, coat=.2)
def AMB(power=3.0):
    return mat('Pamb%.1f' % power, '#ff7410', 0, .4, emis='#ff7410', power=power)
def PAINT(c, rough=.36, coat=.7, metal=.25):
    return mat('Ppaint%s%.2f' % (c, rough), c, metal, rough, coat=coat, coat_rough=.09, grunge=.06, grunge_scale=3)
def CLOTH(c, bump=.3, scale=110):
    return mat('Pcloth' + c, c, 0, .82, sheen=.5, bump=bump, bump_scale=scale, grunge=.06)
