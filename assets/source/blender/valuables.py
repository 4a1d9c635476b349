"""Valuables: safe, cases of money, jewels, trophies, table games, boxes."""
from shapes import *
from cars_cash import stack

def safe():
    body = mat('safeb', '#39444b', .45, .38, coat=.5, coat_rough=.15, grunge=.1, wear=.55)
    door = mat('safed', '#2a343a', .5, .36, coat=.5, coat_rough=.15, grunge=.1)
    st, br, dk, ink = STEEL(), BRASS(), DARK(), INK()
    box((1.5, 1.2, 1.5), (0, 0, .86), body, .07, 5)
    for x in (-.55, .55):
        for y in (-.42, .42):
            cyl(.12, .14, (x, y, .06), dk, .02)
    y = -.6
    box((1.30, .04, 1.30), (0, y, .86), dk, .05, 3)
    box((1.22, .10, 1.22), (0, y - .02, .86), door, .05, 4)
    box((1.02, .04, 1.02), (0, y - .075, .86), body, .04, 4)
    for z in (.42, 1.3):
        cyl(.06, .26, (-.70, y - .02, z), st, .02)
        cyl(.066, .03, (-.70, y - .02, z + .09), dk, .005)
        cyl(.066, .03, (-.70, y - .02, z - .09), dk, .005)
    # dial
    dx, dz = -.12, 1.06
    lathe([(0, 0), (.25, 0), (.25, .03), (.235, .045), (.2, .045), (.2, .05), (0, .05)], (dx, y - .09, dz), mat('dialp', '#d9d4c8', .3, .35, coat=.5), rot=(R90, 0, 0))
    lathe([(0, .05), (.165, .05), (.17, .06), (.16, .13), (.14, .15), (0, .15)], (dx, y - .09, dz), dk, rot=(R90, 0, 0), n=64)
    for k in range(40):
        a = k * math.pi / 20
        L = .05 if k % 5 == 0 else .028
        box((.009, .008, L), (dx + math.sin(a) * (.228 - L / 2), y - .137, dz + math.cos(a) * (.228 - L / 2)), ink, 0, rot=(0, a, 0))
    for k in range(24):
        a = k * math.pi / 12
        box((.022, .07, .022), (dx + math.sin(a) * .155, y - .20, dz + math.cos(a) * .155), dk, .006, 2, rot=(0, a, 0))
    cyl(.05, .02, (dx, y - .245, dz), br, .006, rot=(R90, 0, 0))
    box((.016, .01, .05), (dx, y - .245, dz + .10), AMB(3), .002)
    # wheel handle
    hx, hz = .18, .62
    cyl(.09, .16, (hx, y - .14, hz), br, .02, rot=(R90, 0, 0))
    torus(.24, .034, (hx, y - .20, hz), br, (R90, 0, 0), n=64)
    for k in range(5):
        a = k * 2 * math.pi / 5 + .3
        tube([(hx, y - .19, hz), (hx + math.sin(a) * .24, y - .20, hz + math.cos(a) * .24)], .024, br)
    cyl(.055, .06, (hx, y - .23, hz), br, .02, rot=(R90, 0, 0))
    # plate
    prism(cutrect(.34, .12, .03), .02, (.30, y - .10, 1.24), br, .006)
    label('ONE', .09, (.30, y - .113, 1.24), ink)

def briefcase_closed():
    al = mat('alu', '#a9aeb2', 1, .33, grunge=.10, grunge_scale=5)
    al2 = mat('alu2', '#8a9095', 1, .40, grunge=.08)
    dk, st, br = DARK(), CHROME(), BRASS()
    W, D, H = 1.7, .46, 1.12
    box((W, D, H), (0, 0, H / 2), al, .09, 5)
    box((W + .012, .05, H + .012), (0, 0, H / 2), dk, .08, 4)
    for s in (-1, 1):
        for k in range(13):
            x = -.66 + k * .11
            box((.05, .03, H - .22), (x, s * D / 2, H / 2), al2, .014, 3)
        box((.52, .035, .24), (0, s * (D / 2 + .008), H * .42), dk, .02, 3) if s < 0 else None
    prism(cutrect(.44, .17, .04), .03, (0, -D / 2 - .022, H * .42), br, .008)
    label('ONE', .125, (0, -D / 2 - .038, H * .42), INK())
    for sx in (-1, 1):
        for sz in (0, 1):
            box((.17, D + .03, .17), (sx * (W / 2 - .075), 0, .075 if not sz else H - .075), dk, .05, 4)
            for sy in (-1, 1):
                cyl(.025, .02, (sx * (W / 2 - .08), sy * (D / 2 + .016), .08 if not sz else H - .08), st, .006, rot=(R90, 0, 0), n=24)
    for x in (-.46, .46):
        box((.20, .16, .05), (x, -.03, H + .01), dk, .015, 3)
        box((.15, .20, .035), (x, -.05, H + .042), st, .012, 3)
        cyl(.03, .03, (x, .04, H + .05), br, .006)
    for x in (-.24, .24):
        box((.09, .13, .10), (x, 0, H + .04), dk, .02, 3)
    tube(bezier((-.24, 0, H + .07), (-.26, 0, H + .24), (.26, 0, H + .24), (.24, 0, H + .07), 24), .052, mat('lea', '#1b1512', 0, .45, coat=.4, bump=.15, bump_scale=90))

def _tray(W, D, H, t, m, loc=(0, 0, 0)):
    x, y, z = loc
    box((W, D, t), (x, y, z + t / 2), m, .02)
    for s in (-1, 1):
        box((t, D, H), (x + s * (W / 2 - t / 2), y, z + H / 2), m, .02, 3)
        box((W, t, H), (x, y + s * (D / 2 - t / 2), z + H / 2), m, .02, 3)

def briefcase_cash():
    al = mat('alu', '#a9aeb2', 1, .33, grunge=.10, grunge_scale=5)
    al2 = mat('alu2', '#8a9095', 1, .40, grunge=.08)
    dk, st = DARK(), CHROME()
    foam = mat('foam', '#15191b', 0, .9, bump=.5, bump_scale=60)
    W, D, H = 1.8, 1.2, .30
    _tray(W, D, H, .05, al)
    box((W - .1, D - .1, .14), (0, 0, .10), foam, .01)
    for sx in (-1, 1):
        for sy in (-1, 1):
            box((.16, .16, H + .02), (sx * (W / 2 - .07), sy * (D / 2 - .07), H / 2), dk, .04, 4)
    for k in range(13):
        box((.06, .03, H - .1), (-.72 + k * .12, -D / 2, H / 2), al2, .012, 3)
    tube(bezier((-.22, -D / 2, .16), (-.24, -D / 2 - .20, .14), (.24, -D / 2 - .20, .14), (.22, -D / 2, .16), 20), .042, mat('lea', '#1b1512', 0, .45, coat=.4, bump=.15, bump_scale=90))
    for x in (-.5, .5):
        box((.18, .05, .14), (x, -D / 2 - .015, .23), st, .012, 3)
    random.seed(3)
    for i in range(6):
        for j in range(2):
            with Group() as g:
                stack((0, 0, 0))
            g.place(loc=(-.70 + i * .28, -.265 + j * .53, .185 + random.uniform(0, .012)), rot=(0, 0, R90 + random.uniform(-.02, .02)), scale=.83)
    with Group() as g:
        stack((0, 0, 0), n=1)
    g.place(loc=(.2, -.12, .30), rot=(.05, .04, .5), scale=.9)
    with Group() as g:
        _tray(W, D, .26, .05, al)
        box((W - .1, D - .1, .05), (0, 0, .07), foam, .01)
        for k in range(8):
            for j in range(5):
                box((.17, .17, .05), (-.70 + k * .2, -.42 + j * .21, .10), foam, .03, 2, taper=(.5, .5))
        for sx in (-1, 1):
            for sy in (-1, 1):
                box((.16, .16, .28), (sx * (W / 2 - .07), sy * (D / 2 - .07), .13), dk, .04, 4)
    g.place(rot=(rad(108), 0, 0), loc=(0, D / 2 + .14, .30 + D / 2 - .02))
    for x in (-.8, .8):
        tube([(x, .1, .26), (x, D / 2 + .02, .62)], .018, st)

def gift():
    pap = mat('gpap', '#1d262b', .35, .42, coat=.35, coat_rough=.2, grunge=.05)
    pap2 = mat('gpap2', '#28343a', .35, .38, coat=.4, coat_rough=.2)
    rib = mat('grib', '#f08a1c', .1, .34, sheen=.6, coat=.25, bump=.12, bump_scale=220)
    box((1.3, 1.3, .98), (0, 0, .49), pap, .025, 3)
    box((1.4, 1.4, .28), (0, 0, .98), pap2, .03, 3)
    for a in (0, 1):
        s = (.26, 1.32, .99) if a else (1.32, .26, .99)
        box(s, (0, 0, .49), rib, .01)
        s = (.26, 1.42, .29) if a else (1.42, .26, .29)
        box(s, (0, 0, .985), rib, .01)
    z = 1.13
    def loop(ang, w, h, wid):
        p = bezier((0, 0), (w * .75, h * 1.75), (w * 1.55, h * .55), (0.0, .02), 30)
        with Group() as g:
            band(p, wid, .022, rib)
        g.place(rot=(0, 0, ang), loc=(0, 0, z))
    for a in (.25, .25 + math.pi):
        loop(a, .88, .62, .24)
    for a in (.25 + R90, .25 - R90):
        loop(a, .70, .72, .20)
    for a in (-.55, math.pi + .95):
        p = bezier((0, .02), (.25, .22), (.5, .1), (.72, .02), 16)
        with Group() as g:
            band(p, .2, .018, rib)
        g.place(rot=(0, 0, a), loc=(0, 0, z))
    box((.24, .22, .18), (0, 0, z + .09), rib, .08, 4)
    with Group() as g:
        prism(cutrect(.42, .24, .05), .02, (0, 0, 0), BONE(), .006)
        label('ONE', .13, (.03, -.013, 0), INK())
    g.place(rot=(rad(-6), rad(12), 0), loc=(.36, -.70, .52))

def diamond():
    with Group() as g:
        gem(1.0, seed=11, sides=12)
    g.place(rot=(rad(15), rad(-9), .13))

def ring():
    g = GOLD(.14)
    with Group() as a:
        # band, round, thicker at the top
        rings = []
        for k in range(96):
            t = 2 * math.pi * k / 96
            w = .13 + .06 * max(0, math.sin(t)) ** 2
            ring = []
            for j in range(16):
                b = 2 * math.pi * j / 16
                q = .72 + .085 * math.cos(b)
                ring.append((q * math.cos(t), w * math.sin(b), q * math.sin(t)))
            rings.append(ring)
        loft(rings, g, loop=True, auto=80)
        lathe([(.0, .70), (.14, .72), (.22, .80), (.30, .93), (.33, .93), (.25, .78), (.16, .68)], m=g, n=48)
        for k in range(6):
            t = k * math.pi / 3 + .26
            tube([(.20 * math.cos(t), .20 * math.sin(t), .82), (.50 * math.cos(t), .50 * math.sin(t), 1.10), (.42 * math.cos(t), .42 * math.sin(t), 1.24)], .026, g)
        with Group() as q:
            gem(.50)
        q.place(loc=(0, 0, 1.13))
        for s in (-1, 1):
            for k in range(4):
                t = rad(90 + s * (28 + k * 11))
                with Group() as q:
                    gem(.085 - .008 * k, seed=k + 3)
                q.place(rot=(0, R90 - t, 0), loc=(.81 * math.cos(t), 0, .815 * math.sin(t)))
    a.place(rot=(rad(-14), 0, rad(32)))

def necklace():
    g = GOLD(.16)
    P = []
    for k in range(161):
        t = 2 * math.pi * k / 160
        x = .80 * math.sin(t) * (1 - .10 * math.cos(t))
        y = .98 * math.cos(t) - .18 * (1 - abs(math.sin(t))) * (1 if math.cos(t) < 0 else 0)
        P.append((x, y, .07 * math.sin(3 * t)))
    chain_along(P, .085, .036, g, (rad(38), rad(-38)), step=.138, stretch=1.35)
    z = .0
    torus(.09, .028, (0, -1.23, z), g, (0, R90, 0), n=40)
    c = (0, -1.66)
    with Group() as q:
        prism(hexagon(.40, 30), .12, (0, 0, 0), g, .03, 4, axis='Z')
        tube([(a, b, .062) for a, b in hexagon(.345, 30)], .018, g, cyclic=True)
        prism(hexagon(.315, 30), .02, (0, 0, .057), mat('pend', '#15191b', .4, .25, coat=1), .005, 2, axis='Z')
        text('1', .46, (-.015, .0, .07), GOLD(.36), (0, 0, 0), .03, .014, font=F_BLK(), seg=3)
        for a, b in hexagon(.345, 30):
            with Group() as s:
                gem(.055)
            s.place(loc=(a, b, .085))
    q.place(loc=(0, -1.82, z), scale=1.4)

def trophy():
    g, dk = GOLD(.16), mat('marb', '#14171a', .1, .18, coat=1, grunge=.08)
    lathe([(0, .60), (.10, .60), (.13, .64), (.09, .70), (.075, .86), (.12, .94), (.22, 1.00), (.40, 1.12), (.53, 1.32), (.59, 1.58), (.61, 1.84), (.645, 1.90), (.645, 1.93), (.60, 1.93), (.57, 1.86), (.55, 1.60), (.48, 1.34), (.30, 1.12), (0, 1.06)], m=g, n=128, auto=28)
    lathe([(0, .40), (.34, .40), (.34, .45), (.25, .49), (.15, .56), (.10, .62), (0, .62)], m=g, n=96)
    torus(.125, .03, (0, 0, .74), g)
    torus(.575, .022, (0, 0, 1.52), g, n=96)
    box((.78, .78, .30), (0, 0, .15), dk, .03, 4)
    box((.66, .66, .12), (0, 0, .345), dk, .03, 4)
    prism(cutrect(.46, .16, .04), .02, (0, -.395, .155), g, .006)
    label('ONE', .12, (0, -.41, .155), INK())
    for s in (-1, 1):
        tube(bezier((s * .60, 0, 1.74), (s * 1.12, 0, 1.84), (s * .98, 0, 1.22), (s * .44, 0, 1.20), 28), .045, g)
        torus(.05, .02, (s * .60, 0, 1.745), g, (0, R90, 0), n=32)
    with Group() as q:
        prism(star(.21, .088), .06, (0, 0, 0), g, .012, 2)
    q.place(loc=(0, -.575, 1.71), rot=(rad(7), 0, 0))

def _ridge_star(r, q, n, h, m, z=0.0):
    bm = bmesh.new()
    c = bm.verts.new((0, 0, z + h))
    V = [bm.verts.new((x, y, z)) for x, y in star(r, q, n)]
    B = [bm.verts.new((x, y, z - .07)) for x, y in star(r, q, n)]
    N = len(V)
    for i in range(N):
        j = (i + 1) % N
        bm.faces.new((c, V[i], V[j]))
        bm.faces.new((V[i], B[i], B[j], V[j]))
    bm.faces.new(list(reversed(B)))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    o = mesh_obj('star', bm, m, smooth=False)
    bevel(o, .012, 2, 20)
    return o

def badge():
    g = GOLD(.2)
    st = mat('bst', '#c9ced2', 1, .2, grunge=.07)
    ink = mat('bblue', '#10222b', .3, .25, coat=1)
    _ridge_star(1.02, .60, 7, .24, g)
    for k in range(7):
        a = rad(90 + k * 360 / 7)
        bpy.ops.mesh.primitive_uv_sphere_add(radius=.075, location=(1.04 * math.cos(a), 1.04 * math.sin(a), -.02), segments=32, ring_count=16)
        o = bpy.context.object
        o.data.materials.append(g)
        bpy.ops.object.shade_smooth()
    lathe([(0, .17), (.60, .17), (.60, .20), (.575, .225), (.55, .20), (.0, .20)], m=g, n=128)
    lathe([(0, .205), (.545, .205), (.545, .20)], m=ink, n=96)
    lathe([(.385, .20), (.385, .225), (.365, .24), (.345, .225), (.345, .20)], m=g, n=96)
    lathe([(0, .21), (.345, .21)], m=st, n=96)
    ring_text('NIGHT SHIFT', .463, .135, GOLD(.4), .212, 90, 15.5)
    ring_text('ONE', .463, .135, GOLD(.4), .212, 270, 15.5, up=False)
    for a in (176, 4):
        with Group() as q:
            prism(star(.05, .02), .02, axis='Z', m=g, bev=.003)
        q.place(loc=(.463 * math.cos(rad(a - 10 if a > 90 else a - 4)), .463 * math.sin(rad(a - 10 if a > 90 else a - 4)) - .05, .212))
    with Group() as q:
        _ridge_star(.29, .115, 5, .07, g)
    q.place(loc=(0, -.01, .235))

def padlock():
    br = mat('plock', '#d9a24a', 1, .26, grunge=.09, grunge_scale=5)
    st, dk = CHROME(), DARK()
    prism(superpoly(.62, .52, 7, 80), .46, (0, 0, .52), br, .07, 5)
    box((1.20, .47, .05), (0, 0, .90), dk, .01)
    box((1.20, .47, .05), (0, 0, .14), dk, .01)
    P = [(-.36, 0, .95), (-.36, 0, 1.35)] + [(-.36 * math.cos(rad(a)), 0, 1.35 + .36 * math.sin(rad(a))) for a in range(8, 180, 8)] + [(.36, 0, 1.35), (.36, 0, .95)]
    tube(P, .098, st, res=10)
    for s in (-1, 1):
        lathe([(.10, 0), (.15, 0), (.15, .05), (.105, .07)], (s * .36, 0, .995), br)
    y = -.23
    lathe([(0, 0), (.24, 0), (.24, .03), (.215, .045), (.20, .03), (0, .03)], (0, y, .52), dk, rot=(R90, 0, 0))
    lathe([(0, .03), (.11, .03), (.11, .05), (0, .05)], (0, y, .55), br, rot=(R90, 0, 0))
    cyl(.045, .02, (0, y - .052, .575), INK(), 0, rot=(R90, 0, 0))
    box((.038, .02, .12), (0, y - .052, .52), INK(), 0)
    for x in (-.46, .46):
        for z in (.28, .76):
            cyl(.04, .03, (x, y - .005, z), st, .01, rot=(R90, 0, 0), n=6)
    label('ONE', .10, (0, y - .004, .235), INK())

def compass():
    g, dk = BRASS(), DARK()
    face = BONE(.42)
    lathe([(0, -.12), (.82, -.12), (.92, -.06), (.95, .04), (.92, .12), (.87, .15), (.83, .15), (.81, .10), (0, .10)], m=g, n=128)
    lathe([(0, .105), (.80, .105)], m=face, n=96)
    for k in range(72):
        a = k * math.pi / 36
        L = .11 if k % 18 == 0 else .07 if k % 6 == 0 else .04
        box((.014 if k % 6 == 0 else .008, L, .004), (math.sin(a) * (.77 - L / 2), math.cos(a) * (.77 - L / 2), .108), INK(), 0, rot=(0, 0, -a))
    for s, x, y in (('N', 0, .56), ('S', 0, -.56), ('E', .56, 0), ('W', -.56, 0)):
        text(s, .19, (x, y, .108), mat('tailr', '#b3261a', 0, .4) if s == 'N' else INK(), (0, 0, 0), .003, font=F_TK())
    for k in range(8):
        L = .40 if k % 2 == 0 else .26
        a = k * math.pi / 4
        for s in (-1, 1):
            bm = bmesh.new()
            p = [(0, 0, .112), (math.sin(a) * L, math.cos(a) * L, .109), (math.sin(a + s * .5) * .12, math.cos(a + s * .5) * .12, .109)]
            f = bm.faces.new([bm.verts.new(q) for q in p])
            mesh_obj('rose', bm, INK() if s > 0 else mat('rosem', '#b9a06a', 0, .5), smooth=False)
    with Group() as q:
        for s, c in ((1, '#d22a18'), (-1, '#16384a')):
            prism([(-.085, 0), (.085, 0), (0, s * .66)], .02, (0, 0, 0), mat('ndl' + c, c, .3, .3, coat=.8), .004, 1, axis='Z')
        cyl(.055, .06, (0, 0, .015), g, .015)
    q.place(rot=(0, 0, -.6), loc=(0, 0, .15))
    torus(.845, .035, (0, 0, .165), g, n=96)
    # loop
    cyl(.10, .16, (0, 1.02, .02), g, .03, rot=(R90, 0, 0))
    torus(.20, .04, (0, 1.27, .03), g, (.25, 0, 0), n=48)
    # reeding
    for k in range(90):
        a = k * math.pi / 45
        box((.03, .03, .10), (.945 * math.cos(a), .945 * math.sin(a), .03), g, .008, 2, rot=(0, 0, a))

def _chip(c, c2='#ece3d0'):
    m, w = mat('chip' + c, c, 0, .42, coat=.35, coat_rough=.2), mat('chipw' + c2, c2, 0, .45, coat=.3)
    lathe([(0, -.07), (.56, -.07), (.60, -.05), (.60, .05), (.56, .07), (.43, .07), (.42, .062), (0, .062)], m=m, n=72)
    for k in range(8):
        a = k * 45
        p = arc(0, 0, .605, a - 9, a + 9, 5) + list(reversed(arc(0, 0, .47, a - 9, a + 9, 5)))
        prism(p, .146, m=w, bev=.012, axis='Z')
    torus(.40, .012, (0, 0, .064), w, n=72, k=6)
    lathe([(0, .066), (.36, .066), (.36, .06)], m=w, n=72)
    tube([(a, b, .068) for a, b in hexagon(.27)], .014, m, cyclic=True, res=2)
    text('1', .36, (-.01, 0, .066), m, (0, 0, 0), .006, font=F_BLK())

def chips():
    rr = random.Random(5)
    for c, w, x, y, n in (('#a8201a', '#ece3d0', -.72, .35, 6), ('#16242c', '#e8a53a', .62, .45, 9), ('#0f5a4c', '#ece3d0', .12, -.62, 4)):
        with Group() as g:
            _chip(c, w)
        for i in range(n):
            (g.copy if i else g.place)(loc=(x + rr.uniform(-.035, .035), y + rr.uniform(-.035, .035), .07 + i * .145), rot=(0, 0, rr.uniform(0, 6)))
    with Group() as g:
        _chip('#e07a12', '#14191c')
    g.place(loc=(-.98, -.62, .56), rot=(rad(70), 0, rad(-22)))
    g.copy(loc=(1.22, -.50, .07), rot=(0, 0, .4))

def _die(top):
    red = mat('die', '#c01d12', 0, .16, coat=1, spec=.8, sss=.12)
    w = mat('pip', '#f7f0e2', 0, .35, coat=.5)
    box((1, 1, 1), (0, 0, 0), red, .13, 6)
    L = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)], 5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}
    faces = {'t': (top[0], (0, 0, 0)), 'f': (top[1], (R90, 0, 0)), 'r': (top[2], (0, R90, 0)), 'l': (7 - top[2], (0, -R90, 0)), 'b': (7 - top[1], (-R90, 0, 0))}
    for n, rot in faces.values():
        M = Euler(rot).to_matrix()
        for x, y in L[n]:
            cyl(.10, .02, M @ Vector((x * .26, y * .26, .497)), w, .008, rot=rot, n=32)

def dice():
    with Group() as g:
        _die((6, 5, 4))
    g.place(loc=(-.52, .1, .5), rot=(0, 0, .35))
    with Group() as g:
        _die((5, 6, 3))
    g.place(loc=(.66, -.28, .665), rot=(rad(28), rad(16), -.5))

def lighter():
    ch = mat('ligh', '#b9bec2', 1, .2, grunge=.09, grunge_scale=3)
    br, dk = BRASS(), DARK()
    prism(rrect(.9, .5, .09), 1.0, (0, 0, .5), ch, .02, 3, axis='Z')
    box((.90, .505, .02), (0, 0, 1.005), br, .006)
    prism(rrect(.76, .38, .08), .36, (0, 0, 1.15), mat('lins', '#8f969b', 1, .3), .015, 2, axis='Z')
    prism(rrect(.46, .36, .06), .34, (.06, 0, 1.42), mat('lins', '#8f969b', 1, .3), .015, 2, axis='Z')
    for i in range(3):
        for j in range(2):
            cyl(.038, .38, (-.06 + i * .12, 0, 1.36 + j * .13), INK(), 0, rot=(R90, 0, 0), n=24)
    with Group() as w:
        cyl(.105, .12, (0, 0, 0), dk, .01, rot=(R90, 0, 0), n=28)
        for k in range(22):
            a = k * 2 * math.pi / 22
            box((.02, .12, .03), (.105 * math.cos(a), 0, .105 * math.sin(a)), dk, .004, 1, rot=(0, -a, 0))
    w.place(loc=(-.26, 0, 1.43))
    # lid, open to the right
    with Group() as g:
        prism(rrect(.9, .5, .09), .52, (.45, 0, .26), ch, .02, 3, axis='Z')
    g.place(loc=(.46, 0, 1.02), rot=(0, rad(98), 0))
    box((.08, .30, .12), (.455, 0, 1.0), br, .02)
    # hex mark
    y = -.252
    prism(hexagon(.26), .02, (0, y, .48), br, .006)
    prism(hexagon(.215), .03, (0, y, .48), dk, .004)
    text('1', .27, (-.01, y - .017, .48), br, (R90, 0, 0), .006, .003, font=F_BLK())
    # flame
    hot = mat('flm', '#ff7410', 0, .5, emis='#ff6a0c', power=2.3)
    def fl(k, m, z, lean):
        rings = []
        for i in range(25):
            t = i / 24
            r = k * .17 * math.sin(math.pi * min(1, t * 1.02) ** .62) * (1 - t * .25) + .002
            rings.append([(lean * t * t + r * math.cos(b), r * math.sin(b), z + k * .95 * t) for b in [j * math.pi / 12 for j in range(24)]])
        loft(rings, m, auto=80)
    fl(1.0, hot, 1.58, .08)

def humidor():
    w, w2, br = wood('w1'), wood('w2', '#3a1a0c', '#8a4820'), BRASS()
    box((1.7, 1.1, .46), (0, 0, .23), w, .03, 3)
    box((1.7, 1.1, .20), (0, 0, .575), w, .03, 3)
    box((1.64, 1.04, .03), (0, 0, .467), INK(), 0)
    box((1.46, .86, .02), (0, 0, .672), w2, .008)
    tube([(x, y, .682) for x, y in rrect(1.34, .74, .06)], .009, br, cyclic=True)
    with Group() as g:
        prism(hexagon(.22), .02, axis='Z', m=br, bev=.005)
        prism(hexagon(.185), .026, axis='Z', m=INK(), bev=.004)
        text('1', .23, (-.008, 0, .014), br, (0, 0, 0), .006, .002, font=F_BLK())
    g.place(loc=(0, 0, .685))
    for sx in (-1, 1):
        for sy in (-1, 1):
            for z, h in ((.07, .16), (.62, .13)):
                box((.17, .17, h), (sx * .785, sy * .485, z), br, .025, 3)
    prism(rrect(.30, .34, .05), .03, (0, -.56, .46), br, .008)
    cyl(.035, .02, (0, -.578, .42), INK(), 0, rot=(R90, 0, 0))
    box((.026, .02, .08), (0, -.578, .385), INK(), 0)
    cyl(.05, .05, (0, -.585, .54), br, .015, rot=(R90, 0, 0))
    box((1.5, .02, .035), (0, -.553, .12), br, .006)

def note(ink, paper, w=1.56, h=.66):
    """A bank note, face up: its frame, the rosette of its worth, the mark of the city."""
    prism(rrect(w, h, .02, 3), .004, axis='Z', m=paper, bev=0)
    def rim(a, b, r):
        tube([(x, y, .003) for x, y in cutrect(a, b, .05)], r, ink, cyclic=True, res=1)
    rim(w - .09, h - .09, .010)
    rim(w - .16, h - .16, .004)
    for s in (-1, 1):
        for k in range(12):  # loops around a middle, as engravers draw them
            a = 2 * math.pi * k / 12
            torus(.075, .0045, (s * .47 + .075 * math.cos(a), .075 * math.sin(a), .002), ink, n=28, k=5)
        cyl(.085, .006, (s * .47, 0, .003), paper, 0, n=40)
        text('100', .11, (s * .47, 0, .006), ink, (0, 0, 0), .003, font=F_BLK())
        for v in (-1, 1):
            text('100', .085, (s * (w / 2 - .15), v * (h / 2 - .125), .003), ink, (0, 0, 0), .003, font=F_BLK())
            for k in range(3):
                box((.17, .008, .003), (s * .42, v * (.19 + k * .022), .003), ink, 0)

def cash_one():
    """One bundle of notes under its band, on three loose ones."""
    rnd = random.Random(5)
    ink = mat('notei', '#35573f', 0, .8)
    paper = mat('notep', '#b9c7a2', 0, .8, bump=.08, bump_scale=40)
    edges = [mat('notee%d' % k, c, 0, .85) for k, c in enumerate(('#cdd6ba', '#8fa682', '#b3c29d', '#7a936f'))]
    for turn, x, y in ((1.05, .34, .34), (.66, .20, .36), (.26, .02, .34)):
        with Group() as g:
            note(ink, paper)
        g.place(rot=(rnd.uniform(-.01, .02), 0, turn), loc=(x, y, .004 + .006 * (1.05 - turn)))
    with Group() as bundle:
        n, t = 30, .0135
        for k in range(n):
            box((1.56 + rnd.uniform(-.022, .022), .66 + rnd.uniform(-.016, .016), t * .82),
                (rnd.uniform(-.010, .010), rnd.uniform(-.008, .008), (k + .5) * t), edges[k * 7 % 4], 0, rot=(0, 0, rnd.uniform(-.008, .008)))
        top = n * t
        with Group() as face:
            note(ink, paper)
        face.place(loc=(0, 0, top + .003))
        strap, dark = mat('bandw', '#e8912a', 0, .5, bump=.1, bump_scale=60), INK()
        box((.34, .70, top + .03), (0, 0, top / 2), strap, .012, 2)
        for x in (-.145, .145):
            box((.012, .702, top + .032), (x, 0, top / 2), dark, 0)
        prism(hexagon(.115), .006, (0, .10, top + .016), dark, .002, axis='Z')
        text('1', .14, (-.004, .10, top + .020), strap, (0, 0, 0), .003, font=F_BLK())
        text('10 000', .088, (0, -.15, top + .016), dark, (0, 0, 0), .003, font=F_BLK())
    bundle.place(loc=(-.04, -.14, .03), rot=(0, 0, -.16))
