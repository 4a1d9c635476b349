"""Road and gear: wheel, turbo, nitro, battery, pump, keys, licence, boxes, radio, helmet, small vehicles, property models."""
from shapes import *
from shapes import _colour

def sphere(r, loc, m, scale=(1, 1, 1), seg=32):
    bm = bmesh.new()
    bmesh.ops.create_uvsphere(bm, u_segments=seg, v_segments=seg // 2, radius=r)
    o = mesh_obj('sph', bm, m, auto=80)
    o.location = loc
    o.scale = scale
    return o

def wheel():
    ty = mat('tyreW', '#1a1c1e', 0, .62, bump=.08, bump_scale=60, spec=.4)
    ry, dk, st = mat('rimW', '#d8dadc', .85, .36, grunge=.05, coat=.6, coat_rough=.1), DARK(), STEEL()
    w = .36
    lathe([(.66, -w), (.80, -w - .01), (.92, -w + .03), (.975, -w + .11), (.985, 0), (.975, w - .11), (.92, w - .03), (.80, w + .01), (.66, w), (.64, 0)], m=ty, n=128, rot=(R90, 0, 0), auto=40)
    for s in (-1, 1):
        for k in range(44):
            a = k * 2 * math.pi / 44 + (.07 if s > 0 else 0)
            box((.05, .24, .085), (math.cos(a) * .978, s * .19, math.sin(a) * .978), ty, .012, 2, rot=(0, -a, 0))
    for k in range(44):
        a = k * 2 * math.pi / 44
        box((.045, .09, .10), (math.cos(a) * .98, 0, math.sin(a) * .98), ty, .012, 2, rot=(0, -a, 0))
    y = -w
    lathe([(.70, w * .9), (.68, w + .02), (.655, w + .01), (.62, w - .06), (.60, -w * .4), (.63, -w)], m=ry, n=128, rot=(R90, 0, 0))
    torus(.695, .014, (0, y - .012, 0), ry, (R90, 0, 0), n=128, k=10)
    cyl(.52, .04, (0, .02, 0), mat('disc', '#8b8f92', .8, .45), .01, rot=(R90, 0, 0), n=96)
    for k in range(24):
        a = k * math.pi / 12
        for r in (.34, .43):
            cyl(.018, .01, (math.cos(a + r) * r, -.003, math.sin(a + r) * r), INK(), 0, rot=(R90, 0, 0), n=12)
    prism(arc(0, 0, .56, 20, 75, 10) + list(reversed(arc(0, 0, .36, 20, 75, 10))), .14, (0, -.04, 0), PAINT('#e07a12'), .02, 2)
    for k in range(5):
        a = k * 2 * math.pi / 5 + R90
        for s in (-1, 1):
            b = a + s * .19
            p0, p1 = (math.cos(a + s * .35) * .15, math.sin(a + s * .35) * .15), (math.cos(b) * .645, math.sin(b) * .645)
            dx, dz = p1[0] - p0[0], p1[1] - p0[1]
            L = math.hypot(dx, dz)
            box((L, .08, .105), ((p0[0] + p1[0]) / 2, y + .06, (p0[1] + p1[1]) / 2), ry, .022, 3, rot=(0, -math.atan2(dz, dx), s * .0))
        cyl(.028, .04, (math.cos(a) * .125, y + .01, math.sin(a) * .125), st, .008, rot=(R90, 0, 0), n=6)
    lathe([(0, .035), (.09, .035), (.105, .02), (.20, .0), (.20, -.12), (0, -.12)], (0, y + .03, 0), ry, rot=(R90, 0, 0), n=64)
    prism(hexagon(.085), .02, (0, y - .012, 0), dk, .006)
    text('1', .10, (-.003, y - .024, 0), AMB(3), (R90, 0, 0), .002, font=F_BLK())

def turbo():
    al = mat('talu', '#d2d4d6', .95, .38, grunge=.05, grunge_scale=3)
    bl = mat('tblade', '#e2e4e6', .55, .42)
    ir = mat('tiron', '#7a4a30', .9, .48, grunge=.18, grunge_scale=5, bump=.12, bump_scale=40)
    dk, br, st = DARK(), BRASS(), STEEL()
    def scroll(y, R, r0, r1, m, out, rw):
        rings = []
        N = 84
        for i in range(N + 1):
            t = i / N
            a = rad(-60 + 330 * t)
            r = r0 + (r1 - r0) * t
            q = R + r * .55
            rings.append([((q + r * math.cos(b)) * math.cos(a), y + r * 1.0 * math.sin(b), (q + r * math.cos(b)) * math.sin(a)) for b in [j * math.pi / 12 for j in range(24)]])
        a = rad(270)
        c = Vector(((R + r1 * .55) * math.cos(a), y, (R + r1 * .55) * math.sin(a)))
        for s in (.25, out):
            rings.append([(c.x + s, c.y + r1 * math.sin(b), c.z - r1 * math.cos(b)) for b in [j * math.pi / 12 for j in range(24)]])
        loft(rings, m, auto=70)
        cyl(r1 * 1.18, .06, (c.x + out, y, c.z), m, .015, rot=(0, R90, 0))
        cyl(r1 * .84, .08, (c.x + out + .01, y, c.z), INK(), 0, rot=(0, R90, 0))
    scroll(-.30, .52, .12, .27, al, .95, .3)
    scroll(.46, .46, .10, .24, ir, .75, .3)
    lathe([(.62, -.16), (.62, .10), (.50, .18), (.46, .24), (.44, .42), (.475, .45), (.475, .56), (.42, .57), (.40, .52), (.375, .36), (.345, .16), (.345, -.1)], (0, -.32, 0), al, rot=(R90, 0, 0), n=96)
    # compressor wheel
    lathe([(0, .42), (.05, .42), (.075, .34), (.10, .2), (.2, .06), (.33, 0)], (0, -.36, 0), bl, rot=(R90, 0, 0))
    for k in range(12):
        a = k * math.pi / 6
        rings = []
        for i in range(9):
            t = i / 8
            tw = a + .7 * t
            z = .33 * (1 - t) + .02
            r0, r1 = .08 + .1 * t, .315
            rings.append([(r * math.cos(tw + .25 * (r - r0)), -.36 - z, r * math.sin(tw + .25 * (r - r0))) for r in (r0, (r0 + r1) / 2, r1)])
        loft(rings, bl, closed=False, caps=False)
    cyl(.048, .05, (0, -.80, 0), br, .01, rot=(R90, 0, 0), n=6)
    cyl(.34, .55, (0, .08, 0), st, .03, rot=(R90, 0, 0))
    for y in (-.08, .20):
        cyl(.46, .07, (0, y, 0), al if y < 0 else ir, .015, rot=(R90, 0, 0))
        for k in range(8):
            a = k * math.pi / 4 + .2
            cyl(.036, .12, (.41 * math.cos(a), y, .41 * math.sin(a)), br, .008, rot=(R90, 0, 0), n=6)
    tube([(0, .06, .3), (0, .06, .56), (-.12, .06, .62), (-.5, .06, .62)], .045, br)
    cyl(.14, .34, (-.80, .1, .40), dk, .03, rot=(R90, 0, 0))
    cyl(.15, .03, (-.80, .0, .40), br, .006, rot=(R90, 0, 0))

def nitro():
    p = PAINT('#1d4f86', .28, 1, .5)
    st, br, dk = CHROME(), BRASS(), DARK()
    lathe([(0, -1.05), (.36, -1.05), (.43, -.99), (.44, -.9), (.44, .62), (.42, .76), (.34, .90), (.20, .985), (.16, 1.02), (.16, 1.10), (0, 1.10)], m=p, n=96)
    lathe([(.444, -.52), (.448, -.51), (.448, .40), (.444, .41)], m=mat('nlab', '#ece6d8', 0, .42, coat=.3), n=96)
    for z in (-.58, .47):
        torus(.442, .016, (0, 0, z), AMB(2.6), n=96, k=8)
    def wrap(s, size, z, m, step):
        n = len(s)
        for i, ch in enumerate(s):
            a = -R90 + .08 + (i - (n - 1) / 2) * step
            text(ch, size, (.452 * math.cos(a), .452 * math.sin(a), z), m, (R90, 0, a + R90), .006, font=F_BLK())
    wrap('N2O', .40, .06, mat('nblue', '#143a63', .1, .4), .58)
    wrap('NITRO', .17, -.32, mat('nred', '#b3261a', 0, .4), .30)
    cyl(.15, .16, (0, 0, 1.16), br, .02)
    cyl(.11, .20, (0, 0, 1.32), st, .02, n=6)
    cyl(.17, .07, (0, 0, 1.46), dk, .02, n=24)
    cyl(.05, .28, (.20, 0, 1.30), br, .01, rot=(0, R90, 0))
    cyl(.07, .07, (.33, 0, 1.30), st, .01, rot=(0, R90, 0), n=6)
    tube(bezier((.36, 0, 1.30), (.80, -.05, 1.34), (.72, -.10, .75), (.52, -.22, .30), 24), .038, mat('hose', '#8b9096', 1, .35, bump=.6, bump_scale=120))
    # gauge
    with Group() as g:
        lathe([(0, -.05), (.17, -.05), (.18, 0), (.175, .05), (.155, .055), (.15, .035), (0, .035)], m=st, n=64)
        lathe([(0, .037), (.15, .037)], m=BONE(), n=48)
        for k in range(11):
            a = rad(220 - k * 26)
            box((.035, .008, .004), (.125 * math.cos(a), .125 * math.sin(a), .04), INK(), 0, rot=(0, 0, a))
        box((.13, .014, .006), (.04, .03, .044), mat('nred', '#b3261a', 0, .4), .002, rot=(0, 0, rad(38)))
    g.place(rot=(R90, 0, rad(-12)), loc=(-.22, -.08, 1.34))
    cyl(.03, .2, (-.12, -.02, 1.28), br, .006, rot=(0, R90, 0))

def battery():
    bk = mat('batb', '#15191c', .1, .42, coat=.4, coat_rough=.2, bump=.05, bump_scale=120)
    top = mat('batt', '#232a2f', .1, .45, coat=.3)
    box((1.7, .95, 1.05), (0, 0, .525), bk, .05, 4)
    for k in range(11):
        box((.05, .97, .5), (-.75 + k * .15, 0, .28), bk, .015, 2)
    box((1.76, 1.01, .20), (0, 0, 1.08), top, .04, 4)
    box((1.2, .42, .05), (0, .06, 1.19), bk, .02, 3)
    for k in range(6):
        cyl(.075, .05, (-.45 + k * .18, .06, 1.225), top, .015, n=24)
        box((.09, .02, .02), (-.45 + k * .18, .06, 1.255), bk, .004)
    for s, c in ((-1, '#b3261a'), (1, '#2a3237')):
        cyl(.15, .06, (s * .62, -.30, 1.2), PAINT(c, .4, .5, 0), .02)
        cyl(.085, .20, (s * .62, -.30, 1.28), mat('lead', '#b5b9bc', 1, .3, grunge=.1), .02, r2=.075)
        for a in ((0,) if s > 0 else (0, R90)):
            box((.10, .028, .006), (s * .62, -.30, 1.385), INK(), 0, rot=(0, 0, a))
    box((1.34, .03, .62), (0, -.478, .60), PAINT('#e5821a', .4, .4, 0), .02)
    prism([(-.10, -.26), (.16, .06), (.03, .06), (.12, .27), (-.16, -.04), (-.03, -.04)], .03, (-.42, -.50, .60), INK(), .004)
    label('12V', .34, (.18, -.497, .68), INK(), font=F_BLK())
    label('88 Ah  760 A', .115, (.18, -.497, .44), INK())
    tube(bezier((-.80, .0, 1.1), (-.86, -.0, 1.58), (.86, -.0, 1.58), (.80, .0, 1.1), 30), .042, RUBBER())
    for s in (-1, 1):
        cyl(.09, .06, (s * .85, 0, 1.08), RUBBER(), .02, rot=(0, R90, 0))

def pump():
    red, bone, dk, st = PAINT('#a8261a', .34, .8), PAINT('#e6dcc6', .38, .6, 0), DARK(), CHROME()
    box((1.02, .74, .16), (0, 0, .08), dk, .03, 3)
    prism(rrect(.9, .62, .12), 1.15, (0, 0, .70), red, .02, 3, axis='Z')
    prism(rrect(.94, .66, .13), .08, (0, 0, 1.28), st, .015, 2, axis='Z')
    prism([(-.45, 0), (.45, 0), (.45, .62), (.36, .74), (-.36, .74), (-.45, .62)], .60, (0, 0, 1.32), bone, .05, 4)
    box((.74, .04, .46), (0, -.30, 1.62), dk, .03, 3)
    scr = mat('pscr', '#160a03', 0, .2, coat=1)
    for i, (t, z) in enumerate((('20.47', 1.74), ('1984', 1.53))):
        box((.64, .03, .155), (0, -.318, z), scr, .01)
        label(t, .145, (.02, -.336, z), AMB(3.2), font=F_MONO())
    prism(hexagon(.24), .03, (0, -.315, .86), bone, .008)
    prism(hexagon(.195), .04, (0, -.318, .86), red, .006)
    label('1', .25, (-.01, -.342, .86), bone, font=F_BLK(), depth=.005)
    label('FUEL', .15, (0, -.316, .45), bone, font=F_BLK())
    # globe sign
    cyl(.10, .10, (0, 0, 2.08), st, .01)
    lathe([(0, -.10), (.20, -.10), (.28, -.06), (.30, 0), (.28, .06), (.20, .10), (0, .10)], (0, 0, 2.40), mat('pglobe', '#ffe6c2', 0, .4, emis='#ffb060', power=.75), rot=(R90, 0, 0), n=64)
    torus(.295, .03, (0, 0, 2.40), red, (R90, 0, 0))
    label('1', .36, (-.012, -.112, 2.40), mat('pgr', '#8e1d12', 0, .5), font=F_BLK(), depth=.008)
    # nozzle and hose
    x = .47
    box((.10, .22, .34), (x, -.02, 1.02), dk, .03, 3)
    with Group() as g:
        box((.10, .12, .36), (0, 0, 0), dk, .04, 4)
        tube([(0, -.0, .16), (0, -.03, .27), (0, -.16, .34), (0, -.34, .20)], .036, st)
        tube([(0, -.05, -.10), (0, -.15, -.06), (0, -.15, .10), (0, -.05, .13)], .018, st)
    g.place(loc=(x + .10, -.02, 1.16))
    tube(bezier((x + .10, -.0, 1.0), (x + .16, -.06, .30), (x + .52, -.02, .28), (x + .32, .05, 1.25), 30) + bezier((x + .32, .05, 1.25), (x + .22, .08, 1.6), (x + .12, .05, 1.72), (.42, .05, 1.72), 16)[1:], .042, RUBBER())

def moto_key():
    st, dk, rb = mat('mkst', '#b7babd', 1, .24, grunge=.08), DARK(), mat('mkrub', '#14171a', 0, .42, coat=.5)
    with Group() as g:
        pts = [(-.30, .10), (-.34, .34), (-.20, .58), (.20, .58), (.34, .34), (.30, .10), (.14, 0), (-.14, 0)]
        prism(pts, .15, (0, 0, 0), rb, .05, 4, axis='Z')
        prism(hexagon(.17, 30), .03, (0, .24, .075), st, .008, axis='Z')
        prism(hexagon(.14, 30), .035, (0, .24, .077), mat('mk1', '#b3261a', .2, .3, coat=.8), .006, axis='Z')
        text('1', .19, (-.006, .24, .096), BONE(), (0, 0, 0), .004, .002, font=F_BLK())
        box((.17, .10, .10), (0, -.03, 0), st, .02)
        prism([(-.075, 0), (.075, 0), (.075, -.82), (.0, -.95), (-.075, -.82)], .05, (0, -.06, 0), st, .012, axis='Z')
        for k in range(7):
            box((.05, .05, .06), (.075, -.30 - k * .085, 0), mat('mkcut', '#5d6164', 1, .4), .01, rot=(0, 0, R90 / 2), seg=1) if k % 3 != 1 else None
        box((.022, .70, .056), (-.02, -.46, 0), mat('mkcut', '#5d6164', 1, .4), .006)
        torus(.17, .026, (.0, .70, .02), CHROME(), (R90 * .9, 0, 0), n=48)
    g.place(rot=(0, 0, rad(-34)), loc=(0, 0, 0))
    # woven tag
    with Group() as g:
        fab = mat('mktag', '#a8201a', 0, .75, sheen=.5, bump=.3, bump_scale=260)
        box((.36, 1.0, .045), (0, -.55, 0), fab, .01)
        for s in (-1, 1):
            box((.012, .96, .05), (s * .155, -.55, 0), mat('stitch', '#ece3d0', 0, .8), 0)
        text('RIDE THE NIGHT', .098, (.0, -.56, .025), BONE(.7), (0, 0, R90), .003, font=F_TK())
        cyl(.06, .06, (0, -.10, 0), st, .01)
    g.place(rot=(rad(6), 0, rad(26)), loc=(.44, .70, -.12))

def card_blank(col, w=2.0, h=1.26, t=.055, c=.10):
    pts = [(-w / 2, h / 2 - .06), (-w / 2 + .06, h / 2), (w / 2 - c, h / 2), (w / 2, h / 2 - c), (w / 2, -h / 2 + .06), (w / 2 - .06, -h / 2), (-w / 2 + c, -h / 2), (-w / 2, -h / 2 + c)]
    prism(pts, t, (0, 0, 0), col, .016, 3, axis='Z')
    return pts

def licence():
    bone = mat('licb', '#e9e1cf', 0, .3, coat=.8, coat_rough=.05)
    teal, ink, sod = mat('lict', '#1d5f5a', 0, .4, coat=.6), mat('lici', '#14191c', 0, .45), mat('lics', '#e07a12', .1, .35, coat=.6)
    pts = card_blank(bone)
    z = .03
    box((1.94, .26, .008), (0, .465, z), teal, .004)
    text('DRIVER LICENCE', .135, (-.86, .465, z + .006), bone, (0, 0, 0), .003, font=F_TK(), align='LEFT')
    text('ONE CITY', .08, (.86, .465, z + .006), bone, (0, 0, 0), .003, font=F_TK(), align='RIGHT')
    box((.56, .66, .012), (-.62, -.06, z), mat('licp', '#c9c2b0', 0, .45, coat=.5), .02)
    # steering wheel instead of a photograph
    torus(.21, .034, (-.62, -.06, z + .02), ink, n=64, k=12, squash=.6)
    for a in (90, 210, 330):
        b = rad(a + 180)
        box((.20, .05, .02), (-.62 + .10 * math.cos(b), -.06 + .10 * math.sin(b), z + .018), ink, .006, rot=(0, 0, b))
    cyl(.065, .03, (-.62, -.06, z + .02), sod, .008)
    for i, (a, w) in enumerate((('77 0117 001', .0), ('CAT.  A   B   C', 0), ('VALID  20:47', 0))):
        text(a, .105, (-.24, .20 - i * .19, z), ink, (0, 0, 0), .003, font=F_TK7(), align='LEFT')
        box((1.10, .008, .004), (.31, .115 - i * .19, z), teal, 0)
    for k in range(34):
        w = (.008, .016, .011)[k * 7 % 3]
        box((w, .13, .004), (-.22 + k * .031, -.48, z), ink, 0)
    for i in range(9):
        tube([(.10 + .09 * i + .05 * math.sin(t * .5), -.36 + t * .07, z) for t in range(11)], .003, mat('licg', '#8fb0a4', 0, .5), res=1)
    with Group() as g:
        prism(hexagon(.15), .01, axis='Z', m=mat('holo', '#d9b15c', 1, .2, grunge=.1), bev=.004)
        text('1', .17, (-.005, 0, .008), ink, (0, 0, 0), .003, font=F_BLK())
    g.place(loc=(.74, -.18, z + .006))

def plate2(txt, base, ink_c, edge, ink_metal=0, tag='NIGHT CITY', size=.56):
    en = mat('en' + base, base, .15, .26, coat=.9, grunge=.06)
    st = mat('enst' + edge, edge, 1, .25, grunge=.08)
    ink = mat('enink' + ink_c, ink_c, ink_metal, .28, coat=.5)
    pts = [(-1.2, -.36), (-1.12, -.44), (1.12, -.44), (1.2, -.36), (1.2, .36), (1.12, .44), (-1.12, .44), (-1.2, .36)]
    prism(pts, .07, m=st, bev=.02)
    prism([(a * .965, b * .92) for a, b in pts], .08, (0, -.008, 0), en, .015)
    tube([(a * .93, -.05, b * .84) for a, b in pts], .015, ink, cyclic=True, res=3)
    text(txt, size, (.03, -.046, -.035), ink, (R90, 0, 0), .016, .012, font=F_TK(), space=1.02)
    text(tag, .08, (0, -.052, .30), ink, (R90, 0, 0), .004, font=F_TK(), space=1.2)
    for x in (-.86, .86):
        for z in (.3, -.3):
            cyl(.045, .04, (x, -.05, z), st, .01, rot=(R90, 0, 0), n=6)
    with Group() as g:
        prism(hexagon(.13), .02, m=ink, bev=.005)
        prism(hexagon(.105), .026, m=en, bev=.004)
        text('1', .14, (-.004, -.014, 0), ink, (R90, 0, 0), .003, font=F_BLK())
    return g

def plate_gold():
    g = plate2('777', '#f79c26', '#181310', '#f0c878', 0, 'NIGHT CITY', .64)
    g.place(loc=(-.93, -.055, -.02))
    g.copy(loc=(.93, -.055, -.02))

def plate_night():
    g = plate2('BOSS 01', '#12171a', '#f29a2c', '#8a8f94', .9, 'NIGHT CITY', .50)
    g.place(loc=(2, 5, 0), scale=.001)
    for o in g.objs:
        o.hide_render = True

def toolbox():
    red, dk, st = PAINT('#b3261a', .34, .7), DARK(), CHROME()
    P = [(-.46, 0), (.46, 0), (.46, .42), (-.46, .42)]
    prism(P, 1.8, (0, 0, .02), red, .03, 3, axis='X')
    prism([(-.49, 0), (.49, 0), (.49, .12), (.26, .36), (-.26, .36), (-.49, .12)], 1.86, (0, 0, .46), red, .035, 4, axis='X')
    box((1.82, .95, .03), (0, 0, .45), dk, .004)
    for s in (-1, 1):
        box((.07, .99, .10), (s * .90, 0, .06), dk, .02)
        prism([(-.495, .0), (.495, 0), (.495, .125), (.265, .37), (-.265, .37), (-.495, .125)], .07, (s * .82, 0, .46), dk, .012, 2, axis='X')
    box((1.2, .02, .22), (0, -.46, .21), mat('tbp', '#7e1a11', .25, .4, coat=.6), .015)
    label('ONE TOOLS', .16, (0, -.474, .21), BONE(), font=F_BLK(), depth=.004)
    for x in (-.56, .56):
        box((.20, .05, .20), (x, -.475, .49), st, .02, 3)
        box((.13, .06, .14), (x, -.50, .47), dk, .015)
        box((.16, .05, .05), (x, -.50, .57), st, .012)
    for x in (-.42, .42):
        box((.12, .18, .12), (x, 0, .86), dk, .03, 3)
    tube([(-.42, 0, .90), (-.36, 0, 1.08), (.36, 0, 1.08), (.42, 0, .90)], .05, RUBBER())
    # wrench in front
    with Group() as g:
        box((1.0, .13, .06), (0, 0, 0), st, .025, 3)
        box((.8, .05, .07), (0, 0, .0), mat('wrd', '#7f868b', 1, .4), .012)
        for s in (-1, 1):
            if s > 0:
                a = arc(.60, 0, .19, 38, 322, 22)
                prism(a + [(.62, -.085), (.53, -.085), (.50, 0), (.53, .085), (.62, .085)], .075, m=st, bev=.015, axis='Z')
            else:
                lathe([(.10, -.04), (.18, -.04), (.19, 0), (.18, .04), (.10, .04), (.095, 0), (.10, -.04)], (-.58, 0, 0), st, n=6 * 8)
    g.place(rot=(0, 0, rad(14)), loc=(.15, -.86, .05))

def medkit():
    bone = mat('medb', '#e9e2d2', 0, .36, coat=.6, coat_rough=.1, grunge=.05)
    tl, dk, st = PAINT('#178a74', .4, .5, 0), DARK(), CHROME()
    prism(rrect(1.7, 1.2, .20), .62, (0, 0, .62), bone, .07, 5)
    prism(rrect(1.72, 1.22, .205), .06, (0, 0, .62), dk, .012, 2)
    prism(rrect(1.40, .9, .12), .66, (0, 0, .60), bone, .03, 3)
    cyl(.36, .03, (0, -.335, .60), tl, .01, rot=(R90, 0, 0), n=96)
    a, b = .22, .072
    prism([(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)], .05, (0, -.345, .60), bone, .012, 2)
    for x in (-.5, .5):
        box((.22, .40, .12), (x, 0, 1.225), dk, .03, 3)
        box((.18, .44, .05), (x, 0, 1.28), tl, .02, 3)
    tube([(-.26, 0, 1.22), (-.26, 0, 1.42), (.26, 0, 1.42), (.26, 0, 1.22)], .05, dk)
    for x in (-.26, .26):
        box((.14, .18, .08), (x, 0, 1.24), dk, .02)
    for sx in (-1, 1):
        for sz in (.17, 1.07):
            box((.14, .66, .14), (sx * .77, 0, sz), tl, .05, 4)

def radio():
    bk, dk, amb = mat('rdb', '#20272b', .1, .5, bump=.12, bump_scale=160), DARK(), AMB(2.6)
    P = [(-.42, -.95), (.42, -.95), (.46, -.85), (.46, .62), (.40, .72), (-.40, .72), (-.46, .62), (-.46, -.85)]
    prism(P, .42, m=bk, bev=.07, seg=5)
    prism([(a * .86, b * .93 - .02) for a, b in P], .46, (0, -.01, 0), mat('rdf', '#12171a', .1, .38, coat=.4), .04, 4)
    y = -.245
    box((.62, .03, .32), (0, y, .42), INK(), .02)
    box((.56, .03, .26), (0, y - .006, .42), mat('rscr', '#ff9a3a', 0, .3, emis='#ff7410', power=.9), .01)
    dkt = mat('rtx', '#1c0c02', 0, .5)
    label('CH 07', .15, (-.04, y - .023, .44), dkt, font=F_MONO())
    box((.46, .006, .012), (0, y - .023, .345), dkt, 0)
    for i in range(3):
        for j in range(4):
            box((.15, .04, .085), (-.19 + i * .19, y, .13 - j * .115), mat('rbt', '#39434a', .1, .5), .015, 2)
            box((.03, .01, .02), (-.19 + i * .19, y - .021, .13 - j * .115), BONE() if not (i == 1 and j == 0) else amb, 0)
    for k in range(7):
        box((.50 - abs(k - 3) * .03, .03, .026), (0, y, -.44 - k * .06), INK(), .01)
    for k in range(7):
        box((.50 - abs(k - 3) * .03, .035, .012), (0, y + .002, -.47 - k * .06), mat('rbt', '#39434a', .1, .5), .005)
    lathe([(.10, 0), (.12, .02), (.12, .10), (.075, .16), (.062, .3), (.05, 1.0), (.06, 1.03), (.05, 1.07), (0, 1.07)], (-.28, 0, .72), RUBBER(), n=32)
    for k in range(9):
        torus(.066 - k * .001, .008, (-.28, 0, .95 + k * .035), RUBBER(), n=32, k=8)
    for x, r in ((.06, .10), (.30, .085)):
        lathe([(r, 0), (r, .10), (r * .85, .14), (0, .14)], (x, 0, .72), dk, n=32)
        for k in range(12):
            a = k * math.pi / 6
            box((.02, .02, .11), (x + r * math.cos(a), r * math.sin(a), .775), dk, .005, rot=(0, 0, a))
    box((.012, .05, .01), (.06, -.06, .865), amb, 0)
    box((.05, .24, .38), (-.46, 0, .34), PAINT('#c9641a', .45, .3, 0), .02, 3)
    cyl(.025, .03, (.33, y + .01, .64), mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5), .008, rot=(R90, 0, 0))

def two_stripes(name, shell, stripe):
    """Paint with two stripes over the crown, drawn by the shader so that their edges are straight."""
    def build(nt):
        t = nt.nodes.new('ShaderNodeTexCoord')
        xyz = nt.nodes.new('ShaderNodeSeparateXYZ')
        nt.links.new(t.outputs['Object'], xyz.inputs[0])
        def M(op, a, b=0.0):
            n = nt.nodes.new('ShaderNodeMath')
            n.operation = op
            for i, v in enumerate((a, b)):
                if isinstance(v, float):
                    n.inputs[i].default_value = v
                else:
                    nt.links.new(v, n.inputs[i])
            return n.outputs[0]
        off = M('ABSOLUTE', M('SUBTRACT', M('ABSOLUTE', xyz.outputs['X']), .23))
        return M('MULTIPLY', M('LESS_THAN', off, .07), M('GREATER_THAN', xyz.outputs['Z'], .25))
    return _colour(name, shell, stripe, .26, build, coat=1, metal=.3)

def helmet():
    p = two_stripes('hshell', '#20292e', '#e5761a')
    vis = mat('hvis', '#5a2a08', .9, .06, coat=1, spec=.9)
    dk = RUBBER()
    def R(th, ph):
        # th azimuth from the front (-Y), ph elevation
        f = math.cos(th)
        c = Vector((math.sin(th) * math.cos(ph), -math.cos(th) * math.cos(ph), math.sin(ph)))
        s = Vector((c.x * .86, c.y * 1.06, c.z * .98))
        if ph < -.15 and f > 0:                          # chin bar
            k = min(1, (-.15 - ph) / .45) * f ** 1.6
            s += Vector((0, -.20 * k, .04 * k))
        if f < 0 and ph > .1:
            s += Vector((0, .05 * -f, 0))
        s.z = max(s.z, -.80 + .10 * max(0, f))
        return s
    NT, NP = 320, 180
    bm = bmesh.new()
    grid = []
    for i in range(NP + 1):
        ph = -1.02 + (R90 + 1.02 - .001) * i / NP
        grid.append([bm.verts.new(R(2 * math.pi * j / NT, ph)) for j in range(NT)])
    for i in range(NP):
        for j in range(NT):
            bm.faces.new((grid[i][j], grid[i][(j + 1) % NT], grid[i + 1][(j + 1) % NT], grid[i + 1][j]))
    mesh_obj('helm', bm, p, auto=80)
    # visor patch a little proud of the shell
    rings = []
    edge = []
    for k in range(72):
        t = 2 * math.pi * k / 72
        c, s = math.cos(t), math.sin(t)
        r = (abs(c) ** 5 + abs(s) ** 5) ** -.2
        edge.append((1.18 * r * c, .13 + .40 * r * s))
    for q in (1, .97, .9, .75, .5, .25, .02):
        rings.append([tuple(R(a * q, .13 + (b - .13) * q) * (1.012 + .018 * min(1, (1 - q) * 6))) for a, b in edge])
    loft(rings, vis, caps=False, auto=80)
    tube([tuple(R(a, b) * 1.012) for a, b in edge], .024, dk, cyclic=True)
    for s in (-1, 1):
        c = R(s * 1.32, .16) * 1.02
        with Group() as g:
            cyl(.13, .07, (0, 0, 0), dk, .02)
            cyl(.07, .09, (0, 0, 0), STEEL(), .015, n=6)
        g.place(rot=(R90, 0, s * 1.32), loc=c)
    # vents lie in the shell: a dark patch, its lip, and slats
    def patch(th, ph, w, k, out, m, p=4):
        edge = []
        for q in range(48):
            t = 2 * math.pi * q / 48
            c, s = math.cos(t), math.sin(t)
            r = (abs(c) ** p + abs(s) ** p) ** (-1 / p)
            edge.append((th + w * r * c, ph + k * r * s))
        loft([[tuple(R(th + (a - th) * q, ph + (b - ph) * q) * out) for a, b in edge] for q in (1, .8, .5, .02)], m, caps=False, auto=80)
        return [tuple(R(a, b) * (out + .004)) for a, b in edge]
    hole = mat('hvent', '#050607', 0, .7)
    tube(patch(0, -.475, .34, .095, 1.006, hole), .014, dk, cyclic=True)
    for k in (-.045, 0, .045):
        patch(0, -.475 + k, .30, .012, 1.016, DARK())
    for s in (-1, 1):
        tube(patch(s * .25, .86, .10, .035, 1.006, hole, 3), .011, dk, cyclic=True)
        patch(s * .25, .86, .08, .008, 1.012, DARK())
    base = [tuple(Vector(R(2 * math.pi * j / 96, -1.0)) + Vector((0, 0, -.01))) for j in range(96)]
    tube(base, .04, dk, cyclic=True)
    c = R(0, .62) * 1.012
    with Group() as g:
        prism(hexagon(.09), .03, m=STEEL(), bev=.006)
        text('1', .11, (-.003, -.017, 0), INK(), (R90, 0, 0), .003, font=F_BLK())
    g.place(loc=c, rot=(rad(-36), 0, 0))

def helicopter():
    p, gl, dk, st = PAINT('#1c262b', .28, 1, .4), mat('hgl', '#0b1a20', .2, .05, coat=1, spec=.9), DARK(), STEEL()
    am = PAINT('#e5761a', .3, 1, .2)
    # fuselage: x forward is +X
    S = [(1.20, .02, .02, -.10), (1.14, .16, .16, -.09), (1.0, .27, .29, -.05), (.78, .35, .40, 0), (.5, .40, .48, .05), (.15, .42, .52, .08), (-.2, .40, .50, .10), (-.5, .33, .42, .14), (-.75, .22, .28, .20), (-.95, .13, .17, .25), (-1.3, .10, .12, .29), (-1.75, .075, .09, .33), (-2.15, .055, .07, .37)]
    bm = bmesh.new()
    # resample smoothly
    rows = []
    n = 120
    for i in range(len(S) - 1):
        for q in range(14):
            t = q / 14
            P = [S[max(0, i - 1)], S[i], S[i + 1], S[min(len(S) - 1, i + 2)]]
            v = [0.5 * ((2 * b) + (-a + c) * t + (2 * a - 5 * b + 4 * c - e) * t * t + (-a + 3 * b - 3 * c + e) * t ** 3) for a, b, c, e in zip(*P)]
            rows.append(v)
    rows.append(S[-1])
    V = []
    for x, w, h, zc in rows:
        w, h = max(w, .01), max(h, .01)
        V.append([bm.verts.new((x, a, zc + b)) for a, b in superpoly(w, h, 2.5, n)])
    for a, b in zip(V, V[1:]):
        for i in range(n):
            j = (i + 1) % n
            f = bm.faces.new((a[i], a[j], b[j], b[i]))
            c = f.calc_center_median()
            if c.x > .30 and c.z > -.02 + max(0, .62 - c.x) * .0 and not (.50 < c.x < .54) and abs(c.y) > .02:
                f.material_index = 1
            if -.42 < c.x < .22 and .16 < c.z < .42 and not (-.12 < c.x < -.06):
                f.material_index = 1
            if c.x < .3 and abs(c.z - .02 - (.2 - c.x) * .12) < .045:
                f.material_index = 2
    bm.faces.new(V[0])
    bm.faces.new(V[-1])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    o = mesh_obj('heli', bm, p, auto=80)
    o.data.materials.append(gl)
    o.data.materials.append(am)
    # engine deck and mast
    prism([(-.75, 0), (.40, 0), (.25, .18), (-.35, .22), (-.68, .10)], .40, (0, 0, .52), p, .07, 4)
    for s in (-1, 1):
        cyl(.07, .30, (-.62, s * .13, .64), dk, .02, rot=(0, R90 * .9, 0))
    cyl(.045, .34, (-.05, 0, .84), st, .01)
    cyl(.12, .08, (-.05, 0, .96), dk, .02)
    for k in range(4):
        a = rad(24 + k * 90)
        box((1.30, .13, .02), (-.05 + .70 * math.cos(a), .70 * math.sin(a), .99), mat('blade', '#2b3236', .3, .4, coat=.4), .006, rot=(.05, 0, a))
        box((.10, .13, .02), (-.05 + 1.28 * math.cos(a), 1.28 * math.sin(a), .99), am, .006, rot=(.05, 0, a))
        box((.30, .07, .05), (-.05 + .16 * math.cos(a), .16 * math.sin(a), .985), st, .015, rot=(0, 0, a))
    # tail
    prism([(-2.34, .92), (-2.12, .92), (-1.86, .38), (-2.12, .28), (-2.20, .02), (-2.30, .02), (-2.26, .34)], .05, (0, 0, 0), p, .015, 2)
    prism([(-.15, -.5), (.12, -.42), (.12, .42), (-.15, .5)], .03, (-1.82, 0, .36), p, .01, axis='Z')
    cyl(.06, .10, (-2.16, -.06, .52), st, .01, rot=(R90, 0, 0))
    for k in range(3):
        a = k * 2.094 + .4
        box((.34, .014, .06), (-2.16 + .18 * math.cos(a), -.11, .52 + .18 * math.sin(a)), dk, .005, rot=(0, -a, 0))
    # skids
    for s in (-1, 1):
        y = s * .42
        tube([(-.75, y, -.72), (.72, y, -.72), (.92, y, -.64), (.98, y, -.54)], .034, dk)
        for x in (-.38, .42):
            tube([(x, s * .18, -.30), (x, y * .85, -.52), (x, y, -.72)], .028, dk)
    sphere(.035, (.9, 0, -.40), mat('hl1', '#ffe2b0', 0, .4, emis='#ffd9a0', power=6), seg=16)
    sphere(.03, (-2.24, 0, .95), mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5), seg=16)
    sphere(.026, (0, -.43, .02), mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5), seg=16)
    label('1', .30, (-.62, -.345, .30), BONE(), font=F_BLK(), rot=(R90, 0, 0), depth=.02)

def boat():
    hullm, deck, am, gl, st = PAINT('#e8e1d2', .24, 1, 0), wood('teak', '#6b3a18', '#a8672f', 'X', 5.0, .5), PAINT('#d9661a', .26, 1, .2), mat('bgl', '#0b1a20', .2, .05, coat=1), CHROME()
    seat = mat('bseat', '#ece3d0', 0, .6, bump=.1, bump_scale=80)
    dark = PAINT('#152026', .3, 1, .3)
    N = 40
    rings, sheer = [], []
    for i in range(N + 1):
        u = i / N
        x = -1.6 + 3.4 * u
        b = .56 * (1 - max(0, (u - .38) / .62) ** 2.3) * (.93 + .07 * min(1, u * 3)) + .004
        zk = -.32 + .42 * max(0, (u - .55) / .45) ** 2.2
        zs = .22 + .20 * u ** 2
        zc = zk + (zs - zk) * .42
        h = [(0, zk), (b * .52, zk + (zc - zk) * .62), (b * .88, zc), (b * .95, zc + .04), (b * 1.0, zs - .08), (b * .985, zs)]
        full = [(-y, z) for y, z in reversed(h[1:])] + h
        rings.append([(x, y, z) for y, z in full])
        sheer.append((x, b * .985, zs))
    bm = bmesh.new()
    V = [[bm.verts.new(p) for p in r] for r in rings]
    for a, b in zip(V, V[1:]):
        for i in range(len(a) - 1):
            f = bm.faces.new((a[i], a[i + 1], b[i + 1], b[i]))
            if i in (0, 9):
                f.material_index = 2
            if i in (2, 3, 4, 5, 6, 7):
                f.material_index = 1
    bm.faces.new(V[0])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    o = mesh_obj('hull', bm, hullm, auto=30)
    o.data.materials.append(dark)
    o.data.materials.append(am)
    # decks
    def dk(u0, u1, m, dz=0.0, k=.97, n=22):
        R = []
        for i in range(n + 1):
            u = u0 + (u1 - u0) * i / n
            q = u * N
            a, b = sheer[int(q)], sheer[min(N, int(q) + 1)]
            t = q - int(q)
            x, y, z = [p + (w - p) * t for p, w in zip(a, b)]
            R.append([(x, -y * k, z + dz), (x, -y * k * .5, z + dz + .045), (x, 0, z + dz + .06), (x, y * k * .5, z + dz + .045), (x, y * k, z + dz)])
        bm = bmesh.new()
        V = [[bm.verts.new(p) for p in r] for r in R]
        for a, b in zip(V, V[1:]):
            for i in range(4):
                bm.faces.new((a[i], a[i + 1], b[i + 1], b[i]))
        o = mesh_obj('deck', bm, m, auto=40)
        s = o.modifiers.new('s', 'SOLIDIFY')
        s.thickness = .03
    dk(.56, .995, deck, -.005)
    dk(.0, .16, deck, -.01)
    box((1.36, .98, .02), (-.38, 0, .06), mat('bfl', '#20282c', 0, .5), 0)
    for s in (-1, 1):
        tube([(x, s * y, z + .01) for x, y, z in sheer], .022, st)
        box((1.42, .10, .20), (-.38, s * .47, .16), hullm, .03, 3)
    # seats, windscreen
    for x in (-.15, -.72):
        for s in (-1, 1) if x > -.5 else (0,):
            w = .34 if s else .86
            box((.32, w, .14), (x, s * .23, .16), seat, .05, 4)
            box((.11, w, .34), (x - .17, s * .23, .30), seat, .045, 4, rot=(0, -.15, 0))
    P = []
    for i in range(21):
        t = -1 + i / 10
        P.append((.36 - .30 * t * t, .47 * t))
    bm = bmesh.new()
    lo = [bm.verts.new((a, b, .33)) for a, b in P]
    hi = [bm.verts.new((a - .16, b * .88, .58)) for a, b in P]
    for i in range(20):
        bm.faces.new((lo[i], lo[i + 1], hi[i + 1], hi[i]))
    w = mesh_obj('wind', bm, gl, auto=60)
    w.modifiers.new('s', 'SOLIDIFY').thickness = .015
    tube([(a - .16, b * .88, .58) for a, b in P], .014, st)
    # outboards
    for s in (-1, 1):
        box((.26, .24, .34), (-1.66, s * .22, .34), dark, .08, 4, taper=(.8, .8))
        box((.10, .08, .52), (-1.64, s * .22, .0), dark, .03)
        box((.272, .25, .03), (-1.66, s * .22, .30), am, .01)
    sphere(.028, (1.70, 0, .50), mat('hl1', '#ffe2b0', 0, .4, emis='#ffd9a0', power=6), seg=16)

def traffic_light():
    b, y, dk = mat('tlb', '#1b2226', .3, .4, coat=.5, grunge=.08), PAINT('#d99a24', .4, .5, .1), DARK()
    prism(rrect(1.0, 2.5, .2), .10, (0, .20, 0), y, .03, 3)
    prism(rrect(.92, 2.42, .17), .42, (0, .02, 0), b, .05, 4)
    y0 = -.19
    for z, c, pw in ((.76, '#ff2a14', .55), (0, '#ff7a10', 3.0), (-.76, '#1fc49a', .35)):
        m = mat('tl' + c, c, 0, .3, emis=c, power=pw, coat=.8)
        cyl(.34, .05, (0, y0 - .01, z), dk, .015, rot=(R90, 0, 0), n=72)
        lathe([(0, .10), (.12, .09), (.22, .055), (.285, 0)], (0, y0 - .03, z), m, rot=(R90, 0, 0), n=64)
        # visor hood
        bm = bmesh.new()
        A = []
        for i in range(41):
            a = rad(-28 + 236 * i / 40)
            L = .46 * (.35 + .65 * max(0, math.sin(a)) ** .6) if math.sin(a) > 0 else .16
            A.append((math.cos(a) * .325, math.sin(a) * .325, L))
        lo = [bm.verts.new((x, y0 - .02, z + q)) for x, q, L in A]
        hi = [bm.verts.new((x, y0 - .02 - L, z + q + .0)) for x, q, L in A]
        for i in range(40):
            bm.faces.new((lo[i], lo[i + 1], hi[i + 1], hi[i]))
        o = mesh_obj('hood', bm, dk, auto=70)
        s = o.modifiers.new('s', 'SOLIDIFY')
        s.thickness = .03
    for z in (-.38, .38):
        box((.94, .43, .025), (0, .02, z), dk, .008)
    cyl(.10, .36, (0, .02, 1.36), STEEL(), .02)
    cyl(.20, .07, (0, .02, 1.24), dk, .02)

def cone():
    o, w, dk = mat('cone', '#e8580f', 0, .42, coat=.4, coat_rough=.2, bump=.05, bump_scale=50), mat('conew', '#f0ebe0', .1, .35, coat=.6, bump=.12, bump_scale=160), RUBBER()
    prism(rrect(1.36, 1.36, .16), .12, (0, 0, .06), dk, .03, 3, axis='Z')
    prism(rrect(1.2, 1.2, .12), .06, (0, 0, .13), o, .02, 3, axis='Z')
    def r(z):
        return .50 - .40 * (z - .16) / 1.62
    lathe([(.56, .16), (r(.18), .20)] + [(r(z / 10), z / 10) for z in range(3, 18)] + [(.095, 1.78), (.07, 1.80), (.05, 1.78), (.05, 1.6)], m=o, n=96)
    for a, b in ((.52, .86), (1.10, 1.36)):
        lathe([(r(a) + .002, a), (r(a) + .012, a + .01), (r(b) + .012, b - .01), (r(b) + .002, b)], m=w, n=96)

def house():
    wall, dark, wd = mat('hw', '#d8d0c0', 0, .6, grunge=.05), mat('hd', '#252d32', .1, .5), wood('hwd', '#4a2512', '#8f4f24', 'Z', 7.0, .2)
    lit = mat('hlit', '#ff9a40', 0, .5, emis='#ff7a1c', power=1.5)
    lit2 = mat('hlit2', '#ffb870', 0, .5, emis='#ff9038', power=1.2)
    pool = mat('hpool', '#2fc4b2', 0, .08, emis='#1fa597', power=.9, coat=1)
    lawn = mat('hlawn', '#24402c', 0, .9, bump=1.0, bump_scale=50)
    stone = mat('hst', '#5a6468', 0, .7, grunge=.1, bump=.15, bump_scale=30)
    prism(cutrect(3.4, 2.8, .3), .14, (0, 0, -.07), dark, .03, 3, axis='Z')
    prism([(a * .97, b * .97) for a, b in cutrect(3.4, 2.8, .3)], .06, (0, 0, .0), lawn, .01, 2, axis='Z')
    box((1.3, 1.2, .05), (.85, -.62, .03), stone, .01)
    box((.95, .62, .06), (.85, -.72, .04), pool, .01)
    for k in range(5):
        box((.24, .30, .05), (-.62, -1.2 + k * .18, .035), stone, .01)
    # ground floor
    box((2.2, 1.25, .78), (-.25, .45, .40), wall, .012)
    box((.7, 1.1, .76), (1.15, .55, .39), wd, .012)
    box((1.20, .03, .58), (.12, -.185, .38), lit, 0)
    for k in range(5):
        box((.03, .05, .60), (-.48 + k * .30, -.19, .38), dark, .004)
    box((1.24, .06, .04), (.12, -.19, .68), dark, .004)
    box((.42, .03, .62), (-.98, -.185, .35), wd, .004)
    box((.03, .03, .20), (-.83, -.205, .36), BRASS(), .004)
    box((.02, .56, .34), (1.505, .5, .44), lit2, 0)
    box((3.0, 1.8, .09), (.05, .30, .84), dark, .015)
    box((3.0, .02, .03), (.05, -.602, .835), lit2, 0)
    # upper floor, shifted
    box((1.7, 1.15, .66), (-.55, .42, 1.22), dark, .012)
    box((.92, .03, .46), (-.40, -.165, 1.22), lit, 0)
    for k in range(4):
        box((.025, .05, .48), (-.86 + k * .305, -.17, 1.22), wall, .004)
    box((.40, .06, .64), (-1.16, -.16, 1.22), wd, .01)
    box((.02, .50, .36), (.305, .45, 1.24), lit2, 0)
    box((2.0, 1.42, .08), (-.50, .36, 1.60), wall, .015)
    # terrace rail
    for x in [.42 + .2 * i for i in range(6)]:
        box((.015, .015, .22), (x, -.48, .99), STEEL(), 0)
    box((1.08, .02, .02), (.93, -.48, 1.10), STEEL(), .004)
    box((.02, 1.2, .02), (1.46, .1, 1.10), STEEL(), .004)
    rr = random.Random(2)
    for x, y, r in ((-1.35, -.55, .20), (-1.42, .25, .17), (1.45, .0, .13), (-.25, -1.12, .14), (-1.18, -1.08, .24), (1.42, -1.12, .15)):
        for k in range(7):
            sphere(r * rr.uniform(.5, .8), (x + rr.uniform(-.6, .6) * r, y + rr.uniform(-.6, .6) * r, r * rr.uniform(.4, 1.1)), mat('bush', '#2f5a36', 0, .9, bump=1.0, bump_scale=35), seg=16)
    for x in (-1.0, -.15, .5):
        sphere(.035, (x, -1.28, .08), lit2, seg=12)

def garage():
    wall, dark, st = mat('gw', '#525d63', .1, .55, grunge=.1, bump=.1, bump_scale=25), DARK(), mat('gsh', '#9aa0a4', .9, .36, grunge=.1)
    amb = mat('gin', '#ff9a3a', 0, .5, emis='#ff8020', power=1.3)
    prism(cutrect(3.2, 2.8, .12), .12, (0, -.2, -.06), mat('gfl', '#2a3135', .1, .35, grunge=.1), .02, 2, axis='Z')
    box((2.5, .1, 1.7), (0, .95, .85), wall, .01)
    for s in (-1, 1):
        box((.12, 1.9, 1.7), (s * 1.22, 0, .85), wall, .015)
        box((.36, .14, 1.7), (s * 1.06, -.93, .85), wall, .015)
    box((2.5, .16, .34), (0, -.93, 1.53), wall, .015)
    box((2.7, 2.1, .12), (0, 0, 1.76), dark, .02)
    box((2.3, .02, 1.5), (0, .89, .8), amb, 0)
    for k in range(6):
        box((1.76, .05, .095), (0, -.90, 1.32 - k * .10), st, .03, 3)
    box((1.78, .07, .06), (0, -.90, .76), dark, .012)
    box((.24, .08, .06), (0, -.93, .76), STEEL(), .02)
    # neon sign
    box((1.56, .07, .32), (0, -1.02, 1.53), dark, .02)
    label('GARAGE', .25, (0, -1.062, 1.525), AMB(3.2), font=F_BLK(), depth=.006)
    for s in (-1, 1):
        box((.05, .02, .90), (s * .88, -1.005, .45), stripes('ghz', '#e8a53a', '#14171a', 5.0), 0)
    # tyres and barrels
    ty = mat('tyreW', '#1a1c1e', 0, .62, bump=.08, bump_scale=60, spec=.4)
    for k in range(3):
        torus(.21, .095, (1.14 + .02 * (k % 2), -1.22, .09 + k * .175), ty, n=48, k=14, squash=.95)
    lathe([(0, 0), (.19, 0), (.2, .02), (.2, .2), (.207, .21), (.2, .22), (.2, .42), (.207, .43), (.2, .44), (.2, .6), (.19, .62), (.17, .60), (0, .60)], (-1.15, -1.22, 0), PAINT('#a8261a', .4, .4, .3), n=48)
    # tail of a car inside
    box((1.3, .9, .30), (0, .05, .33), PAINT('#7e1a11', .3, 1, .4), .10, 4)
    box((1.0, .7, .26), (0, .15, .58), INK(), .10, 4, taper=(.8, .7))
    for s in (-1, 1):
        box((.28, .02, .06), (s * .42, -.41, .40), mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5), .01)
        cyl(.17, .16, (s * .55, -.2, .17), ty, .03, rot=(0, R90, 0))
    area((0, .2, 1.6), (0, 0, 0), 1.4, 26, '#ffa050')
