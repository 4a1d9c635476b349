"""Procedural dusk street for the landing hero.
blender -b -P city.py -- OUTDIR W H SAMPLES LAYER(plate|car) [mobile]"""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
import kit, finish
from goods import car
import numpy as np
args = sys.argv[sys.argv.index('--') + 1:]
OUT, W, H, SMP, LAYER = args[0], int(args[1]), int(args[2]), int(args[3]), args[4]
MOBILE = len(args) > 5 and args[5] == 'mobile'
reset()
rr = random.Random(11)
AMBER, TEAL, RED, ICE = '#ff9a2e', '#2fc4b2', '#ff3b26', '#cfeaff'

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

def shopmat(c, power):
    m = mat('shop' + c, '#0a0b0c', 0, .12, emis=c, power=power)
    nt = m.node_tree
    if nt.nodes.get('done'):
        return m
    p = nt.nodes['Principled BSDF']
    t = nt.nodes.new('ShaderNodeTexCoord')
    t.name = 'done'
    oi = nt.nodes.new('ShaderNodeObjectInfo')
    vm = nt.nodes.new('ShaderNodeVectorMath')
    nt.links.new(t.outputs['Object'], vm.inputs[0])
    nt.links.new(oi.outputs['Location'], vm.inputs[1])
    mp = nt.nodes.new('ShaderNodeMapping')
    mp.inputs['Scale'].default_value = (1.0, 1.0, .38)
    nt.links.new(vm.outputs[0], mp.inputs['Vector'])
    vo = nt.nodes.new('ShaderNodeTexNoise')
    vo.inputs['Scale'].default_value = 1.15
    vo.inputs['Detail'].default_value = 2.5
    vo.inputs['Roughness'].default_value = .45
    nt.links.new(mp.outputs[0], vo.inputs['Vector'])
    mr2 = nt.nodes.new('ShaderNodeMapRange')
    mr2.inputs['From Min'].default_value = .36
    mr2.inputs['From Max'].default_value = .66
    nt.links.new(vo.outputs['Fac'], mr2.inputs['Value'])
    sp = nt.nodes.new('ShaderNodeSeparateXYZ')
    nt.links.new(t.outputs['Object'], sp.inputs[0])
    g = nt.nodes.new('ShaderNodeMapRange')
    g.inputs['From Min'].default_value = -1.3
    g.inputs['From Max'].default_value = 1.3
    g.inputs['To Min'].default_value = .10
    g.inputs['To Max'].default_value = 1.5
    nt.links.new(sp.outputs['Z'], g.inputs['Value'])
    pw = nt.nodes.new('ShaderNodeMath')
    pw.operation = 'POWER'
    nt.links.new(mr2.outputs[0], pw.inputs[0])
    pw.inputs[1].default_value = 1.6
    ad = nt.nodes.new('ShaderNodeMath')
    ad.operation = 'ADD'
    ad.inputs[1].default_value = .22
    nt.links.new(pw.outputs[0], ad.inputs[0])
    mu = nt.nodes.new('ShaderNodeMath')
    mu.operation = 'MULTIPLY'
    nt.links.new(ad.outputs[0], mu.inputs[0])
    nt.links.new(g.outputs[0], mu.inputs[1])
    mu2 = nt.nodes.new('ShaderNodeMath')
    mu2.operation = 'MULTIPLY'
    mu2.inputs[1].default_value = power * .95
    nt.links.new(mu.outputs[0], mu2.inputs[0])
    nt.links.new(mu2.outputs[0], p.inputs['Emission Strength'])
    return m

walls = [facade('f%d' % i, w, l, wa, co, pw, cw, ch, wx, wy) for i, (w, l, wa, co, pw, cw, ch, wx, wy) in enumerate([
    ('#3b3a38', .26, '#ffb561', '#bfe6ff', 1.7, 1.7, 3.3, .50, .50),
    ('#4a342b', .24, '#ffa04a', '#ffd9a8', 1.6, 1.5, 3.2, .44, .52),
    ('#25343a', .30, '#ffc98a', '#8fe0e0', 1.3, 1.3, 3.5, .82, .58),
    ('#2b2f33', .20, '#ffad55', '#9fd3ff', 1.8, 2.0, 3.4, .62, .42),
    ('#4d463b', .26, '#ffb870', '#ffe0b8', 1.4, 1.8, 3.1, .38, .58)])]

# ---- road
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
with Group() as G:
    box((17, 520, .1), (0, 230, -.05), asph, 0)
    paint = mat('paintw', '#c9c3b2', 0, .42, grunge=.2, grunge_scale=1.5)
    pam = mat('painty', '#d39a2d', 0, .42, grunge=.2, grunge_scale=1.5)
    for s in (-.16, .16):
        box((.12, 500, .012), (s, 220, .002), pam, 0)
    for y in range(-12, 300, 9):
        for x in (-4.1, 4.1):
            box((.14, 3.6, .012), (x, y, .002), paint, 0)
    kerb = mat('kerb', '#55534e', 0, .6, grunge=.2, grunge_scale=2)
    pave = mat('pave', '#2b2c2d', 0, .38, grunge=.22, grunge_scale=1.2)
    for s in (-1, 1):
        box((.35, 520, .20), (s * 8.6, 230, .05), kerb, .03)
        box((6, 520, .18), (s * 11.7, 230, .05), pave, 0)
    # ---- buildings
    def neon(txt, loc, size, col, side, vertical=False, power=9, font=None):
        m = mat('neon' + col, col, 0, .4, emis=col, power=power)
        rot = (R90, 0, -R90 if side > 0 else R90)
        back = mat('signback', '#0b0d0e', .3, .5)
        if vertical:
            n = len(txt)
            box((size * 1.2, .42, n * size * .98 + .5), loc, back, .05)
            box((3.0, .1, .1), (loc[0] + side * 1.6, loc[1], loc[2] + n * size * .3), back, .01)
            box((3.0, .1, .1), (loc[0] + side * 1.6, loc[1], loc[2] - n * size * .3), back, .01)
            for f in (-1, 1):
                for i, ch in enumerate(txt):
                    text(ch, size, (loc[0], loc[1] + f * .27, loc[2] + ((n - 1) / 2 - i) * size * .95), m, (R90, 0, 0 if f < 0 else math.pi), .02, .012, font=F())
            b = (n * size * .98 + .4) / 2
            for dz in (-b, b):
                box((size * 1.2, .46, .05), (loc[0], loc[1], loc[2] + dz), m, .01)
        else:
            text(txt, size, loc, m, (R90, 0, 0), .03, .015, font=F())
    from crates_coins import F_BLACK, F_TEKT
    F = F_TEKT
    R90 = math.pi / 2
    shop_cols = [('#ffb45e', 5), ('#ffd9a6', 4), ('#7fe3da', 3.2), ('#ff7a45', 4), ('#e9f4ff', 3)]
    for s in (-1, 1):
        y = -26.0
        while y < 260:
            w = rr.uniform(11, 21)
            h = rr.uniform(7.5, 17) if y < 110 else rr.uniform(11, 30)
            dpt = rr.uniform(12, 20)
            wall = rr.choice(walls)
            x0 = s * 15.2
            b = box((dpt, w - .25, h), (x0 + s * dpt / 2, y + w / 2, h / 2), wall, 0)
            box((dpt + .5, w + .1, .7), (x0 + s * dpt / 2, y + w / 2, h + .2), mat('cap', '#22262a', 0, .7), .06)
            if rr.random() < .6:
                box((3, 3.4, 2.4), (x0 + s * rr.uniform(3, 6), y + w * rr.uniform(.3, .7), h + 1.4), mat('cap', '#22262a', 0, .7), .05)
            if rr.random() < .5:
                tube([(x0 + s * 4, y + w * .4, h), (x0 + s * 4, y + w * .4, h + rr.uniform(4, 9))], .07, mat('cap', '#22262a'))
                box((.22, .22, .22), (x0 + s * 4, y + w * .4, h + 4), mat('beacon', '#ff2a1a', 0, .4, emis='#ff2a1a', power=14), 0)
            # ledges
            for k in range(1, int(h / 6.6)):
                box((.25, w - .2, .22), (x0 - s * .08, y + w / 2, k * 6.6), mat('ledge', '#3a3936', 0, .7), .02)
            # shop front
            c, pw = rr.choice(shop_cols)
            sm = shopmat(c, pw * .30)
            k = max(2, int(w / 3.4))
            for i in range(k):
                yy = y + (i + .5) * w / k
                if rr.random() < .82:
                    box((.12, w / k - .7, 2.5), (x0 - s * .02, yy, 1.55), sm, .02)
                    for q in range(1, 3):
                        box((.16, .06, 2.5), (x0 - s * .05, yy - (w / k - .7) / 2 + q * (w / k - .7) / 3, 1.55), mat('cap', '#22262a'), 0)
            box((1.5, w - .9, .16), (x0 - s * .75, y + w / 2, 3.25), mat('awn', '#15191b', .2, .5), .03, rot=(0, s * .14, 0))
            if rr.random() < .75:
                lc = rr.choice([AMBER, TEAL, RED, ICE, AMBER])
                box((.08, w - 1.0, .07), (x0 - s * 1.5, y + w / 2, 3.12), mat('ln' + lc, lc, 0, .4, emis=lc, power=6), 0)
            y += w + rr.choice([0, 0, .6, 2.6])
    # hero signs
    neon('HOTEL', (13.2, 19, 8.6), 1.45, AMBER, 1, True)
    neon('24/7', (13.4, 36, 6.4), 1.15, TEAL, 1, True, 7)
    neon('GARAGE', (-13.2, 24, 8.2), 1.3, RED, -1, True, 6)
    neon('BAR', (-13.3, 14, 6.6), 1.3, TEAL, -1, True, 7)
    neon('TAXI', (13.4, 56, 8), 1.6, '#ffc23d', 1, True, 7)
    neon('ONE', (-13.4, 50, 11), 2.2, ICE, -1, True, 5)
    # ---- lamps
    pole = mat('pole', '#1a1d1f', .6, .45)
    lampm = mat('lamp', '#ffb257', 0, .4, emis='#ffa640', power=30)
    for i, y in enumerate(range(2, 260, 22)):
        for s in (-1, 1):
            x = s * 9.3
            yy = y + (11 if s > 0 else 0)
            tube([(x, yy, 0), (x, yy, 7.6), (x - s * .3, yy, 8.2), (x - s * 2.6, yy, 8.6)], .075, pole, res=3)
            box((.9, .26, .12), (x - s * 2.75, yy, 8.6), pole, .03)
            box((.7, .18, .04), (x - s * 2.75, yy, 8.52), lampm, 0)
            if i < 6:
                l = area((x - s * 2.75, yy, 8.35), (x - s * 2.6, yy, 0), .7, 520, '#ffa14a', .3, spread=150)
    # ---- far skyline
    towers = [facade('t%d' % i, w, l, wa, co, pw, cw, ch, .7, .6) for i, (w, l, wa, co, pw, cw, ch) in enumerate([
        ('#1c2a30', .46, '#ffc078', '#a8ecec', 3.2, 3.2, 4.2), ('#22292d', .38, '#ffb060', '#cfe9ff', 3.6, 3.6, 4.4)])]
    for i in range(150):
        x = rr.gauss(30, 170)
        if abs(x) < 26:
            x += 46 * (1 if x >= 0 else -1)
        y = rr.uniform(290, 620)
        h = rr.uniform(24, 62) + 105 * math.exp(-((x - 60) / 80) ** 2) * rr.random() + 60 * math.exp(-((x + 95) / 60) ** 2) * rr.random()
        w = rr.uniform(16, 34)
        o = box((w, w, h), (x, y, h / 2), rr.choice(towers), 0)
        if rr.random() < .5:
            box((w * .6, w * .6, h * .25), (x, y, h * 1.1), o.data.materials[0], 0)
            h *= 1.22
        if rr.random() < .35:
            box((.8, .8, 18), (x, y, h + 9), pole, 0)
            box((1.4, 1.4, 1.4), (x, y, h + 18), mat('beacon', '#ff2a1a', 0, .4, emis='#ff2a1a', power=14), 0)
    # end-of-street tower
    for (x, y, w, h, tp) in ((44, 330, 26, 104, 1), (-46, 360, 30, 84, 0), (84, 400, 32, 150, 0), (-100, 430, 34, 118, 1), (118, 380, 28, 92, 1)):
        box((w, w, h), (x, y, h / 2), towers[tp], 0)
        box((w * .7, w * .7, h * .16), (x, y, h * 1.08), towers[tp], 0)
        box((w * .36, w * .36, h * .12), (x, y, h * 1.2), towers[tp], 0)
        box((.9, .9, 34), (x, y, h * 1.26 + 15), pole, 0)
        box((1.6, 1.6, 1.6), (x, y, h * 1.26 + 32), mat('beacon', '#ff2a1a'), 0)
        for k in (1, 2):
            box((w + .6, w + .6, .8), (x, y, h * k / 2.05), mat('tband', '#ffb45e', 0, .4, emis='#ffa640', power=3.5), 0)
    # ---- traffic: light pairs
    hl = mat('thl', '#fff2d8', 0, .4, emis='#fff0d0', power=38)
    tl = mat('ttl', '#ff2a1a', 0, .4, emis='#ff2415', power=22)
    dark = mat('cdark', '#0a0b0c', .3, .3, coat=1)
    for x, y, k in [(-2.1, 34, 0), (-5.6, 47, 0), (-2.2, 76, 0), (-5.7, 102, 0), (-2.2, 140, 0), (2.1, 44, 1), (5.8, 66, 1), (2.2, 98, 1), (5.8, 128, 1), (-5.5, 170, 0), (2.2, 180, 1)]:
        box((1.85, 4.3, .62), (x, y, .62), dark, .25, 5)
        box((1.5, 2.2, .5), (x, y, 1.12), dark, .22, 5)
        for s in (-1, 1):
            box((.34, .06, .13), (x + s * .66, y + (-2.16), .66), tl if k else hl, .03)
        if k:
            box((1.2, .05, .03), (x, y - 2.17, .74), tl, 0)
    # ---- palms
    def palm(loc, h, seed):
        q = random.Random(seed)
        bm = bmesh.new()
        for f in range(17):
            a = f * 2 * math.pi / 17 + q.uniform(-.2, .2)
            L0 = q.uniform(2.3, 3.1)
            up = q.uniform(.0, .9)
            dirv = Vector((math.cos(a), math.sin(a), 0))
            sidev = Vector((-math.sin(a), math.cos(a), 0))
            N = 16
            spine = []
            for i in range(N + 1):
                u = i / N
                spine.append(dirv * (L0 * u * (1 - .18 * u)) + Vector((0, 0, up * L0 * u * .8 - L0 * .85 * u * u)))
            for i in range(1, N):
                u = i / N
                ln = .75 * math.sin(math.pi * min(1, u * .93 + .1)) + .08
                for sd in (-1, 1):
                    b0 = spine[i]
                    b1 = spine[i + 1] if i + 1 <= N else spine[i]
                    tip = b0 + sidev * sd * ln * .75 + dirv * ln * .45 + Vector((0, 0, -ln * .42))
                    v = [bm.verts.new(b0), bm.verts.new(b0 + (b1 - b0) * .55), bm.verts.new(tip)]
                    bm.faces.new(v)
        o = mesh_obj('palm', bm, mat('leaf', '#1c2a1f', 0, .55, coat=.2), smooth=False)
        o.location = (loc[0], loc[1], h)
        pts = [(loc[0] + .25 * math.sin(i / 9 * 1.6) , loc[1], h * i / 9) for i in range(10)]
        dx = pts[-1][0] - loc[0]
        o.location.x = pts[-1][0]
        tube(pts, .17, mat('trunk', '#2c241c', 0, .8, bump=.4, bump_scale=8), res=3)
    for i, y in enumerate((6, 18.5, 31, 44, 58, 73, 90, 110, 135)):
        palm((-9.9, y, 0), rr.uniform(9.5, 14.5), i)
        palm((9.9, y + 4, 0), rr.uniform(9.5, 14), i + 50)
    # kerb clutter
    for y in (5, 16.5, 30):
        box((.55, .55, 1.0), (-9.9, y, .6), mat('bin', '#15191b', .4, .5), .06)
        cyl(.14, .7, (9.4, y - 2, .45), mat('hyd', '#8e2118', .2, .4, coat=.5), .04)
    for y, s in ((9, 1), (24, -1)):
        box((.16, 1.3, 2.3), (s * 10.6, y, 1.5), mat('post', '#1a1d1f', .5, .4), .03)
        box((.18, 1.1, 1.8), (s * 10.6, y, 1.6), mat('ad', '#ffb45e', 0, .4, emis='#ff9a3e', power=2.2), .02)
# ---- hero car
with Group() as C:
    car('#16191c', tail='#ff2415', plate='ONE 001')
CARLOC = (3.0, 1.5, 0)
C.place(rot=(0, 0, R90 - math.radians(15)), loc=CARLOC)
for o in C.objs:
    o['car'] = True
# small ground glow of the tail lights
tlight = area((3.15, -2.55, .75), (3.0, -7, 0), 1.4, 26, '#ff2a14', .08, spread=170)
# rim on the car: overhead lamp behind and left sign
area((-1.5, 5.5, 4.2), (3.2, .2, .8), 3.0, 420, '#ffb15e', 1.2)
area((8.5, 3.5, 4.5), (3.2, .2, .8), 2.5, 260, '#ffa04a', 1.2)
area((-5.0, -4.5, 3.2), (3.2, -1, .7), 2.5, 55, '#7fd6d8', 2.5)
area((3.3, .6, 7.0), (3.3, .3, 0), .35, 320, '#ffe0b8', 5.5)

# ---- world: dusk
w = bpy.data.worlds.new('w')
bpy.context.scene.world = w
w.use_nodes = True
nt = w.node_tree
bg = nt.nodes['Background']
t = nt.nodes.new('ShaderNodeTexCoord')
s = nt.nodes.new('ShaderNodeSeparateXYZ')
nt.links.new(t.outputs['Generated'], s.inputs[0])
cr = nt.nodes.new('ShaderNodeValToRGB')
el = cr.color_ramp.elements
el[0].position, el[0].color = 0.0, srgb('#ff8a3a')
el[1].position, el[1].color = 1.0, srgb('#0b1b22')
for pos, c in ((.05, '#e8713c'), (.11, '#94504a'), (.20, '#34525c'), (.46, '#17414d')):
    e = el.new(pos)
    e.color = srgb(c)
nt.links.new(s.outputs['Z'], cr.inputs['Fac'])
nt.links.new(cr.outputs[0], bg.inputs['Color'])
bg.inputs['Strength'].default_value = .75

cd = bpy.data.cameras.new('cam')
cam = kit._link(bpy.data.objects.new('cam', cd))
bpy.context.scene.camera = cam
if MOBILE:
    cd.lens = 40
    cam.location = (1.2, -10.5, 1.55)
    tgt = Vector((2.0, 30, 6.4))
else:
    cd.lens = 26
    cam.location = (1.15, -7.6, 1.5)
    tgt = Vector((1.15, 30, 2.9))
    cd.shift_x = -.12
    cd.shift_y = .038
cam.rotation_euler = (tgt - cam.location).to_track_quat('-Z', 'Y').to_euler()
sc = bpy.context.scene
sc.render.resolution_x, sc.render.resolution_y = W, H
for o in bpy.context.scene.objects:
    if o.type in {'MESH', 'CURVE', 'FONT'}:
        iscar = bool(o.get('car'))
        o.visible_camera = (iscar == (LAYER == 'car')) if LAYER != 'all' else True
sfx = '_m' if MOBILE else ''
finish.render(os.path.join(OUT, 'hero_%s%s.png' % (LAYER, sfx)), SMP, 1, 'Medium High Contrast', float(os.environ.get('EV', '0.5')), .8 if LAYER != 'car' else .6,
              threshold=.02, transparent=True, depth=(LAYER != 'car'))
