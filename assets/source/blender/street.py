"""The street of every night scene: materials, road, houses, signs, lamps, skyline, traffic, palms, dusk. x is across the road, y along it.
What is lit by the signs is the light group "neon", what the hero's car shines is "tail", so that both can be dimmed later."""
import os
from kit import *
import kit
from shapes import F_TK, R90

os.environ.setdefault('CLAMP', '10')      # lamps that the wet road mirrors would sparkle

AMBER, TEAL, RED, ICE = '#ff7f1c', '#2fc4b2', '#ff3b26', '#cfeaff'

def maths(nt):
    """A short way to write math nodes: M('ADD', a, b)."""
    def M(op, a, b=None):
        n = nt.nodes.new('ShaderNodeMath')
        n.operation = op
        for i, v in enumerate((a, b)):
            if isinstance(v, (int, float)):
                n.inputs[i].default_value = v
            elif v is not None:
                nt.links.new(v, n.inputs[i])
        return n.outputs[0]
    return M

def group_of_lights(objs, name):
    vl = bpy.context.view_layer
    if name not in [g.name for g in vl.lightgroups]:
        vl.lightgroups.add(name=name)
    for o in objs:
        o.lightgroup = name

def shining(name, c, power, group):
    """Emission that also writes itself into an AOV of its group: what is seen of the lamp itself."""
    m = mat(name, c, 0, .4, emis=c, power=power)
    nt = m.node_tree
    if not nt.nodes.get(group):
        shows(m, c, power, group)
    return m

def shows(m, c, power, group):
    a = m.node_tree.nodes.new('ShaderNodeOutputAOV')
    a.name = group
    a.inputs['Color'].default_value = tuple(v * power for v in srgb(c)[:3]) + (1,)

def facade(name, wall, lit, warm, cool, power, cw=2.4, ch=3.3, wx=.62, wy=.56):
    m = mat(name, wall, 0, .7, grunge=.1)
    nt = m.node_tree
    L = nt.links.new
    p = nt.nodes['Principled BSDF']
    def N(kind, **kw):
        n = nt.nodes.new(kind)
        for k, v in kw.items():
            setattr(n, k, v)
        return n
    def M(op, a, b=None):
        n = N('ShaderNodeMath', operation=op)
        for i, v in enumerate((a, b)):
            if v is None:
                continue
            if isinstance(v, (int, float)):
                n.inputs[i].default_value = v
            else:
                L(v, n.inputs[i])
        return n.outputs[0]
    tc = N('ShaderNodeTexCoord')
    sp = N('ShaderNodeSeparateXYZ')
    L(tc.outputs['Object'], sp.inputs[0])
    oi = N('ShaderNodeObjectInfo')
    geo = N('ShaderNodeNewGeometry')
    sn = N('ShaderNodeSeparateXYZ')
    L(geo.outputs['True Normal'], sn.inputs[0])
    # pick the horizontal coordinate by the facing axis
    ax = M('GREATER_THAN', M('ABSOLUTE', sn.outputs['X']), .5)
    u0 = M('ADD', M('MULTIPLY', sp.outputs['Y'], ax), M('MULTIPLY', sp.outputs['X'], M('SUBTRACT', 1.0, ax)))
    u = M('DIVIDE', M('ADD', u0, M('MULTIPLY', oi.outputs['Random'], 40.0)), cw)
    v = M('DIVIDE', sp.outputs['Z'], ch)
    fu, fv = M('FRACT', u), M('FRACT', v)
    cu, cv = M('FLOOR', u), M('FLOOR', v)
    inx = M('LESS_THAN', M('ABSOLUTE', M('SUBTRACT', fu, .5)), wx / 2)
    iny = M('LESS_THAN', M('ABSOLUTE', M('SUBTRACT', fv, .5)), wy / 2)
    mull = M('GREATER_THAN', M('ABSOLUTE', M('SUBTRACT', fu, .5)), .018)
    side = M('LESS_THAN', M('ABSOLUTE', sn.outputs['Z']), .5)
    mask = M('MULTIPLY', M('MULTIPLY', inx, iny), M('MULTIPLY', side, mull))
    cb = N('ShaderNodeCombineXYZ')
    L(cu, cb.inputs[0])
    L(cv, cb.inputs[1])
    L(M('ADD', M('MULTIPLY', oi.outputs['Random'], 91.0), ax), cb.inputs[2])
    wn = N('ShaderNodeTexWhiteNoise')
    wn.noise_dimensions = '3D'
    L(cb.outputs[0], wn.inputs['Vector'])
    # whole lit storeys
    wn2 = N('ShaderNodeTexWhiteNoise')
    wn2.noise_dimensions = '2D'
    cb2 = N('ShaderNodeCombineXYZ')
    L(cv, cb2.inputs[0])
    L(oi.outputs['Random'], cb2.inputs[1])
    L(cb2.outputs[0], wn2.inputs['Vector'])
    storey = M('MULTIPLY', M('GREATER_THAN', wn2.outputs['Value'], .84), .35)
    on = M('GREATER_THAN', M('ADD', wn.outputs['Value'], storey), 1 - lit)
    scol = N('ShaderNodeSeparateColor')
    L(wn.outputs['Color'], scol.inputs[0])
    mixc = N('ShaderNodeMixRGB')
    mixc.inputs['Color1'].default_value = srgb(warm)
    mixc.inputs['Color2'].default_value = srgb(cool)
    L(M('GREATER_THAN', scol.outputs[1], .78), mixc.inputs['Fac'])
    bright = M('ADD', .15, M('POWER', scol.outputs[2], 2.2))
    # brighter at the top of a window (ceiling lamp)
    bright = M('MULTIPLY', bright, M('ADD', .45, M('MULTIPLY', fv, 1.0)))
    L(mixc.outputs[0], p.inputs['Emission'])
    L(M('MULTIPLY', M('MULTIPLY', mask, on), M('MULTIPLY', bright, power)), p.inputs['Emission Strength'])
    glassr = M('SUBTRACT', .7, M('MULTIPLY', mask, .62))
    L(glassr, p.inputs['Roughness'])
    mixb = N('ShaderNodeMixRGB')
    mixb.inputs['Color1'].default_value = srgb(wall)
    mixb.inputs['Color2'].default_value = srgb('#05090b')
    L(mask, mixb.inputs['Fac'])
    L(mixb.outputs[0], p.inputs['Base Color'])
    return m

def shop(c, power):
    """A lit shop window: shelves with goods under a ceiling lamp, drawn in cells of noise."""
    m = mat('shop' + c, '#0a0b0c', 0, .12, emis=c, power=power)
    nt = m.node_tree
    if nt.nodes.get('done'):
        return m
    L = nt.links.new
    M = maths(nt)
    t = nt.nodes.new('ShaderNodeTexCoord')
    t.name = 'done'
    sp, oi = nt.nodes.new('ShaderNodeSeparateXYZ'), nt.nodes.new('ShaderNodeObjectInfo')
    L(t.outputs['Object'], sp.inputs[0])
    L_, z = M('ADD', sp.outputs['Y'], M('MULTIPLY', oi.outputs['Random'], 60.0)), M('ADD', sp.outputs['Z'], 1.25)
    def noise(*dims):
        cb, wn = nt.nodes.new('ShaderNodeCombineXYZ'), nt.nodes.new('ShaderNodeTexWhiteNoise')
        wn.noise_dimensions = '3D'
        for i, v in enumerate(dims):
            if isinstance(v, (int, float)):
                cb.inputs[i].default_value = v
            else:
                L(v, cb.inputs[i])
        L(cb.outputs[0], wn.inputs['Vector'])
        return wn.outputs['Value']
    shelf, ware = M('FLOOR', M('DIVIDE', z, .52)), M('FLOOR', M('DIVIDE', L_, .17))
    up = M('FRACT', M('DIVIDE', z, .52))
    kind = noise(ware, shelf, 3.0)
    tall = M('ADD', .22, M('MULTIPLY', noise(ware, shelf, 9.0), .6))
    is_ware = M('MULTIPLY', M('LESS_THAN', up, tall), M('GREATER_THAN', noise(ware, shelf, 5.0), .22))
    stand = M('GREATER_THAN', noise(M('FLOOR', M('DIVIDE', L_, 1.05)), 2.0, 0.0), .45)      # a bay has shelves or is open
    low = M('LESS_THAN', z, 2.05)
    ware_light = M('ADD', .10, M('MULTIPLY', M('POWER', kind, 2.0), .85))
    back = M('ADD', .16, M('MULTIPLY', M('POWER', M('DIVIDE', z, 2.5), 2.0), .5))
    on_shelf = M('MULTIPLY', M('MULTIPLY', is_ware, stand), low)
    board = M('MULTIPLY', M('MULTIPLY', M('LESS_THAN', up, .07), stand), low)
    light = M('ADD', M('MULTIPLY', back, M('SUBTRACT', 1.0, on_shelf)), M('MULTIPLY', ware_light, on_shelf))
    light = M('MULTIPLY', light, M('SUBTRACT', 1.0, M('MULTIPLY', board, .8)))
    lamp = M('MULTIPLY', M('GREATER_THAN', z, 2.33), M('LESS_THAN', M('ABSOLUTE', M('SUBTRACT', M('FRACT', M('DIVIDE', L_, 1.05)), .5)), .3))
    light = M('ADD', light, M('MULTIPLY', lamp, 1.6))
    L(M('MULTIPLY', light, power), nt.nodes['Principled BSDF'].inputs['Emission Strength'])
    return m

def wet_asphalt():
    asph = mat('asph', '#15171a', 0, .35)
    nt = asph.node_tree
    p = nt.nodes['Principled BSDF']
    t = nt.nodes.new('ShaderNodeTexCoord')
    mp = nt.nodes.new('ShaderNodeMapping')
    mp.inputs['Scale'].default_value = (1, .45, 1)
    nt.links.new(t.outputs['Object'], mp.inputs['Vector'])
    nz = nt.nodes.new('ShaderNodeTexNoise')
    nz.inputs['Scale'].default_value = .55
    nz.inputs['Detail'].default_value = 6
    nz.inputs['Roughness'].default_value = .55
    nt.links.new(mp.outputs[0], nz.inputs['Vector'])
    mr = nt.nodes.new('ShaderNodeMapRange')
    mr.inputs['From Min'].default_value = .40
    mr.inputs['From Max'].default_value = .60
    mr.inputs['To Min'].default_value = .035
    mr.inputs['To Max'].default_value = .30
    nt.links.new(nz.outputs['Fac'], mr.inputs['Value'])
    nt.links.new(mr.outputs[0], p.inputs['Roughness'])
    n2 = nt.nodes.new('ShaderNodeTexNoise')
    n2.inputs['Scale'].default_value = 38
    n2.inputs['Detail'].default_value = 4
    nt.links.new(t.outputs['Object'], n2.inputs['Vector'])
    bp = nt.nodes.new('ShaderNodeBump')
    bp.inputs['Distance'].default_value = .012
    n3 = nt.nodes.new('ShaderNodeMapRange')
    n3.inputs['From Min'].default_value = .42
    n3.inputs['From Max'].default_value = .60
    n3.inputs['To Min'].default_value = .03
    n3.inputs['To Max'].default_value = .38
    nt.links.new(nz.outputs['Fac'], n3.inputs['Value'])
    nt.links.new(n3.outputs[0], bp.inputs['Strength'])
    nt.links.new(n2.outputs['Fac'], bp.inputs['Height'])
    nt.links.new(bp.outputs[0], p.inputs['Normal'])
    p.inputs['Specular'].default_value = .7
    return asph

def blade_sign(txt, loc, size, col, side, power=9):
    """Letters one under the other on a board across the pavement, lit from both sides."""
    m = shining('neon' + col, col, power, 'neon')
    back = mat('signback', '#0b0d0e', .3, .5)
    x, y, z = loc
    n = len(txt)
    h = n * size * .98
    box((size * 1.2, .42, h + .5), loc, back, .05)
    for s in (-1, 1):
        box((3.0, .1, .1), (x + side * 1.6, y, z + s * n * size * .3), back, .01)
    with Group() as lit:
        for f in (-1, 1):
            for i, ch in enumerate(txt):
                text(ch, size, (x, y + f * .27, z + ((n - 1) / 2 - i) * size * .95), m, (R90, 0, 0 if f < 0 else math.pi), .02, .012, font=F_TK())
            box((size * 1.2, .46, .05), (x, y, z + f * (h + .4) / 2), m, .01)
    group_of_lights(lit.objs, 'neon')

def road(y0=-30, y1=490):
    """Wet asphalt 17 m wide with its lines, kerbs and pavements."""
    mid, length = (y0 + y1) / 2, y1 - y0
    box((17, length, .1), (0, mid, -.05), wet_asphalt(), 0)
    white = mat('paintw', '#c9c3b2', 0, .42, grunge=.2, grunge_scale=1.5)
    yellow = mat('painty', '#d39a2d', 0, .42, grunge=.2, grunge_scale=1.5)
    for s in (-.16, .16):
        box((.12, length - 20, .012), (s, mid, .002), yellow, 0)
    for y in range(int(y0) + 18, int(min(y1, 300)), 9):
        for x in (-4.1, 4.1):
            box((.14, 3.6, .012), (x, y, .002), white, 0)
    kerb = mat('kerb', '#55534e', 0, .6, grunge=.2, grunge_scale=2)
    pave = mat('pave', '#2b2c2d', 0, .38, grunge=.22, grunge_scale=1.2)
    for s in (-1, 1):
        box((.35, length, .20), (s * 8.6, mid, .05), kerb, .03)
        box((6, length, .18), (s * 11.7, mid, .05), pave, 0)

def house_walls():
    return [facade('f%d' % i, *v) for i, v in enumerate([
        ('#3b3a38', .26, '#ffb561', '#bfe6ff', 1.7, 1.7, 3.3, .50, .50),
        ('#4a342b', .24, '#ffa04a', '#ffd9a8', 1.6, 1.5, 3.2, .44, .52),
        ('#25343a', .30, '#ffc98a', '#8fe0e0', 1.3, 1.3, 3.5, .82, .58),
        ('#2b2f33', .20, '#ffad55', '#9fd3ff', 1.8, 2.0, 3.4, .62, .42),
        ('#4d463b', .26, '#ffb870', '#ffe0b8', 1.4, 1.8, 3.1, .38, .58)])]

def houses(rr, open_shops=.82, light=1.0, y1=260):
    """Both rows; every house has its roof, ledges, shop front and awning."""
    walls = house_walls()
    shop_cols = [('#ff9d48', 5), ('#ffc98a', 4), ('#7fe3da', 3.2), ('#ff7a45', 4), ('#e9f4ff', 3)]
    cap = mat('cap', '#22262a', 0, .7)
    for s in (-1, 1):
        y = -26.0
        while y < y1:
            w = rr.uniform(11, 21)
            h = rr.uniform(7.5, 17) if y < 110 else rr.uniform(11, 30)
            dpt = rr.uniform(12, 20)
            x0 = s * 15.2
            box((dpt, w - .25, h), (x0 + s * dpt / 2, y + w / 2, h / 2), rr.choice(walls), 0)
            box((dpt + .5, w + .1, .7), (x0 + s * dpt / 2, y + w / 2, h + .2), cap, .06)
            if rr.random() < .6:
                box((3, 3.4, 2.4), (x0 + s * rr.uniform(3, 6), y + w * rr.uniform(.3, .7), h + 1.4), cap, .05)
            if rr.random() < .5:
                tube([(x0 + s * 4, y + w * .4, h), (x0 + s * 4, y + w * .4, h + rr.uniform(4, 9))], .07, cap)
                box((.22, .22, .22), (x0 + s * 4, y + w * .4, h + 4), mat('beacon', '#ff2a1a', 0, .4, emis='#ff2a1a', power=14), 0)
            for k in range(1, int(h / 6.6)):
                box((.25, w - .2, .22), (x0 - s * .08, y + w / 2, k * 6.6), mat('ledge', '#3a3936', 0, .7), .02)
            c, power = rr.choice(shop_cols)
            k = max(2, int(w / 3.4))
            bay = w / k - .7
            for i in range(k):
                yy = y + (i + .5) * w / k
                if rr.random() < open_shops:
                    box((.12, bay, 2.5), (x0 - s * .02, yy, 1.55), shop(c, power * .34 * light), .02)
                    for q in range(1, 3):
                        box((.16, .06, 2.5), (x0 - s * .05, yy - bay / 2 + q * bay / 3, 1.55), cap, 0)
            box((1.5, w - .9, .16), (x0 - s * .75, y + w / 2, 3.25), mat('awn', '#15191b', .2, .5), .03, rot=(0, s * .14, 0))
            if rr.random() < .75 * light:
                lc = rr.choice([AMBER, TEAL, RED, ICE, AMBER])
                with Group() as strip:
                    box((.08, w - 1.0, .07), (x0 - s * 1.5, y + w / 2, 3.12), shining('ln' + lc, lc, 6, 'neon'), 0)
                group_of_lights(strip.objs, 'neon')
            y += w + rr.choice([0, 0, .6, 2.6])

def lamps(lit=6, y1=260):
    pole = mat('pole', '#1a1d1f', .6, .45)
    lamp = mat('lamp', '#ffb257', 0, .4, emis='#ffa640', power=30)
    for i, y in enumerate(range(2, y1, 22)):
        for s in (-1, 1):
            x = s * 9.3
            yy = y + (11 if s > 0 else 0)
            tube([(x, yy, 0), (x, yy, 7.6), (x - s * .3, yy, 8.2), (x - s * 2.6, yy, 8.6)], .075, pole, res=3)
            box((.9, .26, .12), (x - s * 2.75, yy, 8.6), pole, .03)
            box((.7, .18, .04), (x - s * 2.75, yy, 8.52), lamp if i < lit or lit >= 6 else mat('lampoff', '#2a2d2e'), 0)
            if i < lit:
                area((x - s * 2.75, yy, 8.35), (x - s * 2.6, yy, 0), .7, 520, '#ffa14a', .3, spread=150)

def skyline(rr, height=1.0):
    """150 towers far behind and five at the end of the street. Nothing of it may touch the upper edge of the picture."""
    pole = mat('pole', '#1a1d1f', .6, .45)
    beacon = mat('beacon', '#ff2a1a', 0, .4, emis='#ff2a1a', power=14)
    towers = [facade('t%d' % i, *v) for i, v in enumerate([
        ('#1c2a30', .46, '#ffc078', '#a8ecec', 3.2, 3.2, 4.2, .7, .6), ('#22292d', .38, '#ffb060', '#cfe9ff', 3.6, 3.6, 4.4, .7, .6)])]
    for _ in range(150):
        x = rr.gauss(30, 170)
        if abs(x) < 26:
            x += 46 * (1 if x >= 0 else -1)
        y = rr.uniform(290, 620)
        h = height * (rr.uniform(24, 62) + 105 * math.exp(-((x - 60) / 80) ** 2) * rr.random() + 60 * math.exp(-((x + 95) / 60) ** 2) * rr.random())
        w = rr.uniform(16, 34)
        wall = rr.choice(towers)
        box((w, w, h), (x, y, h / 2), wall, 0)
        if rr.random() < .5:
            box((w * .6, w * .6, h * .25), (x, y, h * 1.1), wall, 0)
            h *= 1.22
        if rr.random() < .35:
            box((.8, .8, 18), (x, y, h + 9), pole, 0)
            box((1.4, 1.4, 1.4), (x, y, h + 18), beacon, 0)
    for x, y, w, h, kind in ((44, 330, 26, 104, 1), (-46, 360, 30, 84, 0), (84, 400, 32, 150, 0), (-100, 430, 34, 118, 1), (118, 380, 28, 92, 1)):
        h *= height
        for k, (part, share) in enumerate(((1, 1), (.7, .16), (.36, .12))):
            box((w * part, w * part, h * share), (x, y, h * (.5, 1.08, 1.2)[k]), towers[kind], 0)
        box((.9, .9, 34 * height), (x, y, h * 1.26 + 15 * height), pole, 0)
        box((1.6, 1.6, 1.6), (x, y, h * 1.26 + 32 * height), beacon, 0)
        for k in (1, 2):
            box((w + .6, w + .6, .8), (x, y, h * k / 2.05), mat('tband', '#ffb45e', 0, .4, emis='#ffa640', power=3.5), 0)

def traffic():
    """Cars far off are two boxes and their lights."""
    head = mat('thl', '#fff2d8', 0, .4, emis='#fff0d0', power=38)
    tail = mat('ttl', '#ff2a1a', 0, .4, emis='#ff2415', power=22)
    dark = mat('cdark', '#0a0b0c', .3, .3, coat=1)
    for x, y, leaves in [(-2.1, 34, 0), (-5.6, 47, 0), (-2.2, 76, 0), (-5.7, 102, 0), (-2.2, 140, 0), (2.1, 44, 1), (5.8, 66, 1), (2.2, 98, 1), (5.8, 128, 1), (-5.5, 170, 0), (2.2, 180, 1)]:
        box((1.85, 4.3, .62), (x, y, .62), dark, .25, 5)
        box((1.5, 2.2, .5), (x, y, 1.12), dark, .22, 5)
        for s in (-1, 1):
            box((.34, .06, .13), (x + s * .66, y - 2.16, .66), tail if leaves else head, .03)
        if leaves:
            box((1.2, .05, .03), (x, y - 2.17, .74), tail, 0)

def palm(loc, h, seed):
    q = random.Random(seed)
    bm = bmesh.new()
    for f in range(17):
        a = f * 2 * math.pi / 17 + q.uniform(-.2, .2)
        length = q.uniform(2.3, 3.1)
        up = q.uniform(.0, .9)
        out = Vector((math.cos(a), math.sin(a), 0))
        side = Vector((-math.sin(a), math.cos(a), 0))
        n = 16
        spine = []
        for i in range(n + 1):
            u = i / n
            spine.append(out * (length * u * (1 - .18 * u)) + Vector((0, 0, up * length * u * .8 - length * .85 * u * u)))
        for i in range(1, n):
            u = i / n
            ln = .75 * math.sin(math.pi * min(1, u * .93 + .1)) + .08
            for sd in (-1, 1):
                b0, b1 = spine[i], spine[i + 1]
                tip = b0 + side * sd * ln * .75 + out * ln * .45 + Vector((0, 0, -ln * .42))
                bm.faces.new([bm.verts.new(b0), bm.verts.new(b0 + (b1 - b0) * .55), bm.verts.new(tip)])
    crown = mesh_obj('palm', bm, mat('leaf', '#1c2a1f', 0, .55, coat=.2), smooth=False)
    trunk = [(loc[0] + .25 * math.sin(i / 9 * 1.6), loc[1], h * i / 9) for i in range(10)]
    crown.location = trunk[-1]
    tube(trunk, .17, mat('trunk', '#2c241c', 0, .8, bump=.4, bump_scale=8), res=3)

def palms(rr):
    for i, y in enumerate((6, 18.5, 31, 44, 58, 73, 90, 110, 135)):
        palm((-9.9, y, 0), rr.uniform(9.5, 14.5), i)
        palm((9.9, y + 4, 0), rr.uniform(9.5, 14), i + 50)

def kerb_things():
    for y in (5, 16.5, 30):
        box((.55, .55, 1.0), (-9.9, y, .6), mat('bin', '#15191b', .4, .5), .06)
        cyl(.14, .7, (9.4, y - 2, .45), mat('hyd', '#8e2118', .2, .4, coat=.5), .04)
    for y, s in ((9, 1), (24, -1)):
        box((.16, 1.3, 2.3), (s * 10.6, y, 1.5), mat('post', '#1a1d1f', .5, .4), .03)
        box((.18, 1.1, 1.8), (s * 10.6, y, 1.6), mat('ad', '#ffb45e', 0, .4, emis='#ff9a3e', power=2.2), .02)

def dusk(strength=.75, stops=((0.0, '#ff8a3a'), (.05, '#e8713c'), (.11, '#94504a'), (.20, '#34525c'), (.46, '#17414d'), (1.0, '#0b1b22'))):
    """The sky that the street mirrors; the sky that is seen is painted by grade.py."""
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    nt = w.node_tree
    t, s, cr = (nt.nodes.new('ShaderNode' + kind) for kind in ('TexCoord', 'SeparateXYZ', 'ValToRGB'))
    nt.links.new(t.outputs['Generated'], s.inputs[0])
    el = cr.color_ramp.elements
    el[0].position, el[0].color = stops[0][0], srgb(stops[0][1])
    el[1].position, el[1].color = stops[-1][0], srgb(stops[-1][1])
    for pos, c in stops[1:-1]:
        el.new(pos).color = srgb(c)
    nt.links.new(s.outputs['Z'], cr.inputs['Fac'])
    bg = nt.nodes['Background']
    nt.links.new(cr.outputs[0], bg.inputs['Color'])
    bg.inputs['Strength'].default_value = strength

def look(width, height, lens, at, target, shift=(0, 0)):
    cd = bpy.data.cameras.new('cam')
    cam = kit._link(bpy.data.objects.new('cam', cd))
    bpy.context.scene.camera = cam
    cd.lens = lens
    cd.shift_x, cd.shift_y = shift
    cam.location = at
    cam.rotation_euler = (Vector(target) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    r = bpy.context.scene.render
    r.resolution_x, r.resolution_y = width, height
