"""Electronics, leisure, clothes containers, paper and cards."""
from shapes import *
from cars_cash import watch

def headphones():
    bk, lea, am, st = mat('hpb', '#262d32', .3, .38, coat=.5, coat_rough=.12), mat('hpl', '#1a1d20', 0, .5, bump=.12, bump_scale=80, coat=.2), AMB(2.6), STEEL()
    P = [(.98 * math.cos(rad(a)), .30 + 1.02 * math.sin(rad(a))) for a in range(6, 175, 4)]
    band(P, .30, .05, bk, bev=.02)
    P2 = [(.93 * math.cos(rad(a)), .28 + .965 * math.sin(rad(a))) for a in range(40, 141, 4)]
    band(P2, .34, .10, lea, bev=.04)
    P3 = [(1.01 * math.cos(rad(a)), .30 + 1.05 * math.sin(rad(a))) for a in range(66, 115, 4)]
    band(P3, .08, .012, am, bev=.003)
    for s in (-1, 1):
        for y in (-.11, .11):
            tube([(s * .98, y, .40), (s * 1.0, y, .12), (s * 1.01, y * 2.2, -.10)], .026, st)
        box((.10, .34, .26), (s * .985, 0, .34), bk, .04, 4)
        with Group() as g:
            lathe([(0, .30), (.22, .30), (.24, .28), (.40, .26), (.46, .22), (.48, .12), (.46, .0), (.40, -.02), (0, -.02)], m=bk, n=96)
            torus(.32, .014, (0, 0, .275), am, n=96, k=8)
            torus(.43, .012, (0, 0, .245), st, n=96, k=8)
            prism(hexagon(.15), .03, (0, 0, .30), st, .008, axis='Z')
            prism(hexagon(.125), .04, (0, 0, .30), bk, .006, axis='Z')
            torus(.335, .135, (0, 0, -.09), lea, n=72, k=24, squash=1.0)
            cyl(.24, .06, (0, 0, -.06), INK(), 0)
        g.place(rot=(0, s * R90, 0), loc=(s * .90, 0, -.28))
        with Group() as g:
            text('1', .18, (0, 0, 0), am, (0, 0, 0), .004, font=F_BLK())
        g.place(rot=(R90, 0, s * R90), loc=(s * 1.225, 0, -.28))

def camera_prop():
    bk, lea, st, dk = mat('cmb', '#20262a', .4, .42, coat=.3), mat('cml', '#15181a', 0, .6, bump=.5, bump_scale=90), mat('cms', '#aeb2b5', 1, .27, grunge=.08), DARK()
    prism(rrect(1.9, .78, .16), .98, (0, 0, .49), lea, .02, 3, axis='Z')
    prism(rrect(1.92, .80, .17), .24, (0, 0, 1.08), st, .04, 4, axis='Z')
    prism(rrect(1.92, .80, .17), .10, (0, 0, .05), st, .02, 3, axis='Z')
    prism([(-.42, 0), (.42, 0), (.30, .26), (-.30, .26)], .66, (-.05, -.02, 1.18), st, .04, 4)
    box((.36, .04, .13), (-.05, -.36, 1.30), dk, .02)
    box((.24, .05, .10), (-.66, -.39, 1.08), mat('cfl', '#f4ead4', 0, .25, emis='#ffdfae', power=.5, coat=.8), .02)
    box((.17, .05, .11), (.58, -.39, 1.09), mat('cgl', '#0b1418', .2, .05, coat=1), .02)
    # lens
    z, y = .53, -.40
    L = [(0, 0), (.52, 0), (.52, .10), (.50, .12), (.50, .34), (.47, .36), (.47, .40), (.50, .42), (.50, .66), (.47, .70), (.44, .70), (.42, .62), (.34, .56), (.30, .54)]
    lathe(L, (-.05, y, z), bk, rot=(R90, 0, 0), n=96)
    for k in range(54):
        a = k * 2 * math.pi / 54
        for d0, w in ((.23, .16), (.54, .16)):
            box((.018, w, .022), (-.05 + .503 * math.cos(a), y - d0, z + .503 * math.sin(a)), dk, .004, 1, rot=(0, -a, 0))
    torus(.475, .014, (-.05, y - .70, z), PAINT('#c3301f', .3, .6), (R90, 0, 0), n=96, k=8)
    torus(.472, .012, (-.05, y - .38, z), AMB(1.8), (R90, 0, 0), n=96, k=8)
    gl = mat('cglass', '#0a1a26', .4, .03, coat=1, coat_rough=.01, spec=1)
    lathe([(0, .66), (.12, .65), (.24, .61), (.34, .55)], (-.05, y, z), gl, rot=(R90, 0, 0), n=96)
    lathe([(.18, .635), (.20, .63)], (-.05, y - .005, z), mat('cgl2', '#7a3f1a', .6, .1), rot=(R90, 0, 0))
    # dials
    for x, r, h in ((-.66, .19, .13), (.56, .21, .10), (.82, .10, .12)):
        lathe([(r, 0), (r, h), (r * .9, h + .02), (0, h + .02)], (x, .02, 1.20), dk if r > .2 else st, n=48)
        for k in range(30):
            a = k * math.pi / 15
            box((.02, .016, h * .85), (x + r * math.cos(a), .02 + r * math.sin(a), 1.20 + h * .5), dk if r > .2 else st, .004, 1, rot=(0, 0, a))
    cyl(.075, .06, (.30, -.16, 1.22), AMB(1.2), .02)
    text('ONE', .12, (-.05, -.384, 1.295), BONE(), (R90, 0, 0), .004, font=F_BLK())
    prism(cutrect(.34, .10, .025), .02, (.66, -.395, .20), BRASS(), .005)
    for s in (-1, 1):
        torus(.07, .018, (s * .99, 0, 1.05), st, (R90, 0, 0), n=32)

def laptop():
    al, dk = mat('lal', '#5d666c', .9, .36, grunge=.06), DARK()
    key = mat('lkey', '#12171a', 0, .5)
    prism(rrect(2.1, 1.4, .10), .085, (0, 0, .045), al, .02, 3, axis='Z')
    box((1.86, .62, .012), (0, .20, .085), dk, .01)
    for r in range(5):
        n = 14
        for c in range(n):
            if r == 4 and 4 <= c <= 9:
                if c == 4:
                    box((.76, .10, .02), (-.79 + 6.5 * .1215, .44 - r * .12, .094), key, .01, 2)
                continue
            box((.106, .10, .02), (-.79 + c * .1215, .44 - r * .12, .094), key if not (r == 1 and c in (2,) or r == 2 and c in (1, 2, 3)) else AMB(1.4), .01, 2)
    prism(rrect(.66, .40, .05), .01, (0, -.42, .086), mat('ltp', '#4b5359', .8, .3), .004, axis='Z')
    with Group() as g:
        prism(rrect(2.1, 1.36, .10), .05, (0, 0, .68), al, .015, 3)
        prism(rrect(2.0, 1.26, .06), .055, (0, -.003, .68), INK(), .005)
        y = -.033
        def t(x, z, w, h, c, p, b=.0):
            box((w, .004, h), (x, y, z), mat('ls' + c, c, 0, .4, emis=c, power=p), b)
        t(0, .69, 1.92, 1.16, '#0d2229', 1.0)
        t(0, 1.225, 1.92, .09, '#16333c', 1.2)
        y -= .003
        t(-.66, .62, .50, .92, '#122c34', 1.1)
        for k in range(6):
            t(-.66, .98 - k * .135, .40 - .08 * (k % 3), .05, '#2b6670' if k else '#ff9a2e', 1.2)
        for k in range(7):
            tube([(-.34, y, .25 + k * .13), (.90, y, .22 + k * .14)], .003, mat('lgr', '#1f5058', 0, .5, emis='#1f5058', power=1))
            tube([(-.28 + k * .19, y, .16), (-.24 + k * .19, y, 1.12)], .003, mat('lgr', '#1f5058', 0, .5, emis='#1f5058', power=1))
        rt = mat('lrt', '#ff7410', 0, .4, emis='#ff7410', power=3.6)
        tube([(-.22, y - .003, .26), (-.02, y - .003, .40), (.0, y - .003, .62), (.32, y - .003, .66), (.42, y - .003, .94), (.70, y - .003, 1.02)], .015, rt)
        cyl(.035, .01, (.70, y - .006, 1.02), rt, 0, rot=(R90, 0, 0))
        torus(.07, .008, (.70, y - .006, 1.02), rt, (R90, 0, 0), n=32, k=6)
        text('NIGHT CITY', .10, (-.05, y, .18), mat('lw', '#f3ebda', 0, .5, emis='#f3ebda', power=1.4), (R90, 0, 0), .001, font=F_TK(), align='LEFT')
        text('20:47', .075, (.80, y, 1.225), mat('lw', '#f3ebda', 0, .5, emis='#f3ebda', power=1.4), (R90, 0, 0), .001, font=F_TK())
        text('ONE', .075, (-.84, y, 1.225), rt, (R90, 0, 0), .001, font=F_BLK())
    g.place(rot=(rad(-17), 0, 0), loc=(0, .70, .07))
    cyl(.035, 1.6, (0, .70, .09), dk, .01, rot=(0, R90, 0))

def phone():
    body, dk = mat('ph2', '#8d9499', 1, .26, grunge=.05), INK()
    prism(superpoly(.50, 1.02, 9, 96), .11, m=body, bev=.03, seg=4)
    prism(superpoly(.475, .995, 9, 96), .112, (0, -.005, 0), dk, .006)
    y = -.0625
    def t(x, z, w, h, c, p=1.0, b=.0):
        box((w, .004, h), (x, y, z), mat('p2' + c + str(p), c, 0, .4, emis=c, power=p), b, 3)
    prism(superpoly(.45, .965, 9, 96), .004, (0, y, 0), mat('p2bg', '#0b1d23', 0, .3, emis='#0d242b', power=1.0), 0)
    y -= .003
    # map
    rr = random.Random(6)
    rd = mat('p2rd', '#1f4a53', 0, .5, emis='#23545e', power=1)
    for k in range(6):
        tube([(-.43, y, -.30 + k * .17), (.43, y, -.36 + k * .185)], .009, rd, res=2)
        tube([(-.36 + k * .15, y, -.38), (-.40 + k * .155, y, .60)], .009, rd, res=2)
    for k in range(15):
        x, z = rr.choice([-.29, -.14, .0, .16, .31]), rr.choice([-.21, -.04, .14, .31, .47])
        t(x, z, .10, .11, rr.choice(['#16363e', '#1a3f48', '#12303a']), 1.0, .008)
    rt = mat('p2rt', '#ff7410', 0, .4, emis='#ff7410', power=4)
    tube([(-.29, y - .004, -.30), (-.21, y - .004, -.13), (-.21, y - .004, .05), (.09, y - .004, .08), (.09, y - .004, .24), (.24, y - .004, .27), (.24, y - .004, .44)], .021, rt, res=3)
    with Group() as g:
        prism([(0, -.11), (.075, .02), (.07, .07), (.03, .105), (-.03, .105), (-.07, .07), (-.075, .02)], .012, m=rt, bev=.004)
        cyl(.03, .02, (0, 0, .04), dk, 0, rot=(R90, 0, 0))
    g.place(loc=(.24, y - .01, .55))
    cyl(.04, .01, (-.29, y - .006, -.30), BONE(), 0, rot=(R90, 0, 0))
    w = mat('p2w', '#f3ebda', 0, .5, emis='#f3ebda', power=1.6)
    text('20:47', .17, (-.38, y, .79), w, (R90, 0, 0), .001, font=F_TK(), align='LEFT')
    for k in range(4):
        t(.25 + k * .045, .755 + .012 * k, .026, .04 + .024 * k, '#f3ebda', 1.4)
    box((.26, .01, .035), (0, y, .915), dk, .016, 4)
    # sheet
    prism(cutrect(.84, .40, .06), .006, (0, y - .002, -.66), mat('p2sh', '#16292f', 0, .4, emis='#18323a', power=1.0), .002)
    text('ONE TAXI', .095, (-.36, y - .007, -.55), w, (R90, 0, 0), .001, font=F_TK(), align='LEFT')
    text('2 MIN', .075, (-.36, y - .007, -.655), mat('p2g', '#7fa6ad', 0, .5, emis='#7fa6ad', power=1), (R90, 0, 0), .001, font=F_TK7(), align='LEFT')
    prism(cutrect(.34, .13, .03), .008, (.20, y - .007, -.62), rt, .003)
    t(0, -.785, .70, .018, '#2f5b64', 1.0)
    for s, z, L in ((1, .3, .26), (-1, .42, .14), (-1, .2, .22)):
        box((.02, .05, L), (s * .503, 0, z), body, .008)

def sim():
    z = .05
    P = [(-.75, .62), (-.75, -1.0), (.75, -1.0), (.75, 1.0), (-.37, 1.0)]
    prism([(a, b) for a, b in P], .09, m=mat('simb', '#e2701a', .1, .34, coat=.7, coat_rough=.08), bev=.03, axis='Z', seg=3)
    gd = mat('simg', '#ffcf7a', 1, .24, grunge=.07)
    prism(rrect(.98, .92, .14), .02, (0, -.42, z), gd, .008, axis='Z')
    dk = mat('siml', '#7a4510', .3, .5)
    for a in ((-.17, -.42), (.17, -.42)):
        box((.016, .92, .012), (a[0], a[1], z + .008), dk, 0)
    for s in (-1, 1):
        for yy in (-.58, -.26):
            box((.34, .016, .012), (s * .325, yy, z + .008), dk, 0)
    prism(rrect(.26, .38, .08), .012, (0, -.42, z + .008), gd, .003, axis='Z')
    torus(.0 + .13, .008, (0, -.42, z + .016), dk, n=32, k=6)
    ink = INK()
    text('777', .46, (-.02, .36, z), mat('simi', '#1a0e05', 0, .7), (0, 0, 0), .006, font=F_BLK())
    text('ONE MOBILE', .125, (.16, .80, z), BONE(), (0, 0, 0), .004, font=F_TK())

def boombox():
    b, dk, st, am = PAINT('#343d42', .36, .5, .5), DARK(), mat('bbs', '#a9adb0', 1, .28, grunge=.08), AMB(2.6)
    W = 2.5
    prism(rrect(W, 1.24, .12), .62, (0, 0, .62), b, .05, 4)
    box((W - .1, .04, .06), (0, -.31, 1.02), st, .01)
    for s in (-1, 1):
        x = s * .80
        lathe([(0, 0), (.48, 0), (.48, .06), (.46, .075), (.44, .06), (.43, .02)], (x, -.31, .52), st, rot=(R90, 0, 0), n=96)
        lathe([(.43, .02), (.40, .045), (.36, .03), (.14, -.09), (.13, -.08)], (x, -.31, .52), mat('bcone', '#191d20', 0, .55), rot=(R90, 0, 0), n=96)
        lathe([(0, -.02), (.08, -.03), (.14, -.08)], (x, -.31, .52), mat('bdc', '#3a4247', .6, .3), rot=(R90, 0, 0), n=64)
        for r in (.22, .31):
            torus(r, .008, (x, -.335 + (.36 - r) * -.3 + .06, .52), mat('bcone2', '#2b3236', 0, .4), (R90, 0, 0), n=72, k=6)
        for k in range(8):
            a = k * math.pi / 4 + .39
            cyl(.022, .02, (x + .455 * math.cos(a), -.385, .52 + .455 * math.sin(a)), dk, .005, rot=(R90, 0, 0), n=6)
    # deck
    box((.62, .05, .42), (0, -.31, .42), dk, .03, 3)
    box((.50, .03, .27), (0, -.335, .46), mat('bwin', '#0c1417', .1, .08, coat=1), .02)
    for s in (-1, 1):
        torus(.062, .016, (s * .115, -.352, .46), BONE(), (R90, 0, 0), n=32, k=8)
    box((.46, .02, .045), (0, -.352, .56), am, .005)
    for k in range(5):
        box((.10, .10, .05), (-.24 + k * .12, -.33, .21), st if k != 2 else PAINT('#c3301f', .35, .5), .012, 2)
    box((.68, .03, .20), (0, -.315, .86), INK(), .02)
    for k in range(11):
        h = (3, 5, 6, 4, 6, 7, 5, 3, 5, 4, 2)[k]
        for j in range(h):
            m = am if j < 5 else mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5)
            box((.038, .01, .014), (-.26 + k * .052, -.333, .79 + j * .022), m, 0)
    # tuning scale
    box((1.3, .03, .13), (-.42, -.315, 1.12), mat('bsc', '#ffb060', 0, .3, emis='#ff8a2a', power=.7), .01)
    for k in range(26):
        box((.008, .01, .07 if k % 5 == 0 else .04), (-1.02 + k * .048, -.333, 1.12), INK(), 0)
    box((.02, .02, .12), (-.30, -.336, 1.12), mat('rled', '#ff3b26', 0, .4, emis='#ff2a14', power=5), 0)
    for x in (.52, .78, 1.04):
        cyl(.095, .10, (x, -.34, 1.12), st, .015, rot=(R90, 0, 0), n=36)
        box((.014, .02, .06), (x + .02, -.395, 1.15), INK(), 0, rot=(0, .5, 0))
    for k in range(6):
        box((.14, .12, .05), (-.9 + k * .17, 0, 1.26), st, .015, 2)
    tube([(-1.05, 0, 1.20), (-1.05, 0, 1.55), (-.95, 0, 1.62), (.95, 0, 1.62), (1.05, 0, 1.55), (1.05, 0, 1.20)], .05, st)
    tube([(-.6, 0, 1.62), (.6, 0, 1.62)], .065, RUBBER())
    tube([(1.12, .18, 1.2), (1.50, .18, 1.95)], .014, CHROME())

def vinyl():
    blk = mat('vin', '#0d0f11', 0, .26, coat=.6, coat_rough=.12)
    am, bone, ink = PAINT('#e5821a', .4, .3, 0), BONE(), INK()
    # sleeve
    with Group() as g:
        box((2.0, .07, 2.0), (0, 0, 0), mat('slv', '#13262d', 0, .5, coat=.4, coat_rough=.2), .012)
        y = -.038
        for k in range(7):
            z0, z1 = .62 - k * .19, .62 - k * .19 - (.17 - k * .014)
            def w(z):
                return math.sqrt(max(0, .62 ** 2 - (z - .02) ** 2))
            N = 14
            L = [( w(z0 + (z1 - z0) * i / N), z0 + (z1 - z0) * i / N) for i in range(N + 1)]
            P = L + [(-a, b) for a, b in reversed(L)]
            if w((z0 + z1) / 2) > .05:
                c = ('#ffc45e', '#ffb04a', '#ff9a38', '#fb822c', '#f06a22', '#d94f1c', '#b83a18')[k]
                prism([(a + (.001 * i), b) for i, (a, b) in enumerate(P)], .012, (0, y, .12), mat('sun' + c, c, 0, .5, emis=c, power=.25), 0)
        prism([(-1, -1), (1, -1), (1, -.56), (.35, -.5), (.1, -.62), (-.3, -.44), (-.65, -.62), (-1, -.50)], .014, (0, y, 0), mat('hill', '#0a1418', 0, .5), 0)
        text('NIGHT SHIFT', .22, (0, y - .01, -.80), bone, (R90, 0, 0), .003, font=F_TK())
        # palm
        tube(bezier((.62, y - .012, -.60), (.58, y - .012, -.2), (.66, y - .012, .1), (.60, y - .012, .34), 12), .022, mat('hill', '#0a1418', 0, .5))
        for a in (-10, 25, 62, 118, 155, 190, 225, -45):
            L = .36
            tube(bezier((.60, y - .014, .34), (.60 + .5 * L * math.cos(rad(a)), y - .014, .36 + .6 * L * math.sin(rad(a))), (.60 + .9 * L * math.cos(rad(a)), y - .014, .36 + .6 * L * math.sin(rad(a)) - .03), (.60 + 1.1 * L * math.cos(rad(a)), y - .014, .30 + .5 * L * math.sin(rad(a)) - .08), 8), .018, mat('hill', '#0a1418', 0, .5))
    g.place(rot=(0, 0, 0), loc=(-.25, 0, 0))
    with Group() as g:
        prof = [(0, .02), (.33, .02)]
        r = .33
        while r < .94:
            prof += [(r, .02), (r + .006, .013), (r + .012, .02)]
            r += .016
        prof += [(.95, .02), (.965, .0), (.95, -.02), (0, -.02)]
        lathe(prof, m=blk, n=144, auto=20)
        lathe([(0, .026), (.33, .026), (.335, .018)], m=am, n=72)
        cyl(.03, .03, (0, 0, .022), ink, 0)
        text('ONE', .15, (0, .14, .028), ink, (0, 0, 0), .002, font=F_BLK())
        text('SIDE A', .07, (0, -.17, .028), ink, (0, 0, 0), .002, font=F_TK())
    g.place(rot=(R90, 0, 0), loc=(.72, .06, -.02))

def skateboard():
    wd, am, st, ink = wood('skw', '#7a4a22', '#c08a4a', 'X', 4, .5), mat('skwh', '#f0e6d2', 0, .4, coat=.3), STEEL(), INK()
    NX, NY = 60, 16
    top, bot = [], []
    def zc(x):
        a = abs(x) - .95
        return .42 * a * a * 2.2 + a * .10 if a > 0 else 0
    def half(x):
        a = max(0, (abs(x) - 1.02) / .40)
        return .38 * math.sqrt(max(0.0, 1 - a ** 2.4)) + .001
    bm = bmesh.new()
    rows = []
    for i in range(NX + 1):
        x = -1.42 + 2.84 * i / NX
        rows.append([bm.verts.new((x, half(x) * (-1 + 2 * j / NY), zc(x) + .05 * (-1 + 2 * j / NY) ** 2)) for j in range(NY + 1)])
    cols = {0: 0}
    for i in range(NX):
        for j in range(NY):
            f = bm.faces.new((rows[i][j], rows[i + 1][j], rows[i + 1][j + 1], rows[i][j + 1]))
    o = mesh_obj('deck', bm, wd, auto=60)
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness = .055
    s.offset = 0
    # graphics under the deck: slabs that follow the flat part
    y = -.034
    for k, c in enumerate(('#ffb04a', '#f58a26', '#e0601c', '#b83a18')):
        prism([(-.30 + k * .16, -.34), (-.18 + k * .16, -.34), (.14 + k * .16, .34), (.02 + k * .16, .34)], .012, (0, 0, -.026), mat('skg' + c, c, 0, .4, coat=.4), 0, axis='Z')
    prism([(-.92, -.35), (.92, -.35), (.92, .35), (-.92, .35)], .006, (0, 0, -.026), mat('skbase', '#142127', 0, .38, coat=.5), 0, axis='Z')
    prism(hexagon(.20), .016, (-.42, 0, -.03), BONE(), 0, axis='Z')
    text('1', .26, (-.42, 0, -.041), INK(), (math.pi, 0, 0), .002, font=F_BLK())
    for sx in (-1, 1):
        x = sx * .80
        box((.30, .20, .05), (x, 0, -.06), st, .015)
        prism([(-.11, 0), (.11, 0), (.05, -.16), (-.05, -.16)], .16, (x, 0, -.08), st, .03, 3)
        cyl(.04, .80, (x, 0, -.22), st, .01, rot=(R90, 0, 0))
        box((.09, .44, .11), (x, 0, -.20), st, .03, 3)
        for sy in (-1, 1):
            lathe([(.05, -.085), (.13, -.085), (.165, -.05), (.17, 0), (.165, .05), (.13, .085), (.05, .085)], (x, sy * .36, -.22), PAINT('#e5761a', .35, .4, 0), rot=(R90, 0, 0), n=64)
            cyl(.055, .175, (x, sy * .36, -.22), st, .008, rot=(R90, 0, 0), n=32)
            cyl(.028, .21, (x, sy * .36, -.22), INK(), 0, rot=(R90, 0, 0), n=6)

def sunglasses():
    fr, gl, g = mat('sgf', '#2a1c12', .0, .18, coat=1), mat('sgl', '#d06a1c', 1.0, .09, coat=1), GOLD(.2)
    L = []
    for k in range(72):
        t = 2 * math.pi * k / 72
        c, s = math.cos(t), math.sin(t)
        r = (abs(c / .44) ** 3.4 + abs(s / .34) ** 3.4) ** (-1 / 3.4)
        x, z = r * c, r * s
        z *= 1 + .10 * x / .44
        L.append((x, z))
    for s in (-1, 1):
        with Group() as q:
            # domed, so that the lamps run over the lens instead of lying on it
            loft([[(a * k, -.13 * (1 - k * k) + .004 * (k == 1), b * k) for a, b in L] for k in (.97, .9, .78, .6, .4, .2, .02)], gl, caps=False, auto=80)
            tube([(a, 0, b) for a, b in L], .050, fr, cyclic=True, res=8)
            tube([(a * .95, -.035, b * .95) for a, b in L], .010, g, cyclic=True, res=4)
        q.place(loc=(s * .54, abs(s) * .02, 0), rot=(0, 0, s * rad(9)) if s > 0 else (0, 0, rad(-9)))
        x = s * 1.0
        box((.09, .10, .13), (x, .06, .16), fr, .03, 3)
        box((.02, .03, .07), (x + s * .0, .0, .16), g, .006)
        P = [(x, .08, .16), (x + s * .02, .5, .16), (x + s * .0, 1.0, .15), (x - s * .03, 1.28, .06), (x - s * .05, 1.5, -.14)]
        pts = bezier(*[P[0], P[1], P[2], P[3]], 20) + bezier(P[3], (x - s * .04, 1.36, .02), (x - s * .05, 1.44, -.06), P[4], 10)[1:]
        rings = []
        for i, p in enumerate(pts):
            h = .065 if i < 20 else .075
            rings.append([(p[0] + .032 * a, p[1], p[2] + h * b) for a, b in superpoly(1, 1, 4, 16)])
        loft(rings, fr)
        box((.01, .22, .03), (x + s * .042, .30, .165), g, .004)
    tube(bezier((-.15, -.02, .10), (-.07, -.05, .20), (.07, -.05, .20), (.15, -.02, .10), 16), .045, fr)
    tube([(-.16, -.0, .27), (.16, -.0, .27)], .026, g)

def backpack():
    c1, c2, st, tr = CLOTH('#2d4247'), CLOTH('#1b2a2f'), STEEL(), mat('bptr', '#c9701f', 0, .6, bump=.2, bump_scale=200)
    dk = mat('bpz', '#0e1214', 0, .6)
    def sack(W, D, H, z0, m, y0=0, x0=0, p=3.2, top=.55):
        R = []
        for i in range(29):
            t = i / 28
            a = max(0.0, 1 - max(0, (t - (1 - top * .5)) / (top * .5)) ** 2.6) ** .5 if t > 1 - top * .5 else 1
            b = min(1, (t / .10)) ** .4 if t < .10 else 1
            k = max(.02, a * (.86 + .14 * b)) * (1 + .025 * math.sin(t * 9))
            R.append([(x0 + x, y0 + y, z0 + H * t) for x, y in superpoly(W / 2 * k, D / 2 * (.35 + .65 * k), p, 72)])
        o = loft(R, m, auto=80)
        return R
    R = sack(1.35, .80, 1.75, 0, c1)
    F = sack(1.05, .42, .86, .10, c2, -.44, 0, 3.4, .5)
    sack(.86, .34, .44, 1.06, c2, -.36, 0, 3.2, .6)
    for s in (-1, 1):
        sack(.30, .5, .66, .08, c2, -.02, s * .70, 3, .4)
        tube([(s * .74, -.26, .60), (s * .86, -.02, .62), (s * .74, .22, .60)], .026, tr)
    # zips
    def zip_at(rings, i, a0, a1):
        n = len(rings[i])
        tube([tuple(Vector(rings[i][j % n]) * 1 + Vector((0, -.006, 0))) for j in range(int(a0 * n), int(a1 * n) + 1)], .022, dk)
        tube([tuple(Vector(rings[i][j % n]) * 1 + Vector((0, -.020, 0))) for j in range(int(a0 * n), int(a1 * n) + 1)], .009, st)
    zip_at(R, 22, .40, 1.10)
    zip_at(F, 21, .50, 1.0)
    for x, y, z in ((.40, -.67, .72), (.34, -.44, 1.42)):
        box((.05, .03, .17), (x, y - .02, z - .08), tr, .012)
    # straps over the front, buckles
    for s in (-1, 1):
        band(bezier((-.66, .34), (-.70, .62), (-.62, 1.25), (-.40, 1.56), 18), .12, .03, tr, axis='X', at=s * .36)
        box((.17, .06, .13), (s * .36, -.675, .44), dk, .02, 3)
        box((.11, .07, .05), (s * .36, -.685, .44), st, .012)
    tube(bezier((-.20, .16, 1.66), (-.20, .14, 1.95), (.20, .14, 1.95), (.20, .16, 1.66), 20), .045, tr)
    for s in (-1, 1):
        band(bezier((.30, 1.62), (.75, 1.5), (.85, .7), (.42, .22), 24), .20, .07, c2, axis='X', at=s * .34, bev=.02)
    with Group() as g:
        prism(hexagon(.19), .03, m=mat('bpp', '#d9d0bd', 0, .6, bump=.2, bump_scale=150), bev=.008)
        text('1', .24, (-.006, -.018, 0), INK(), (R90, 0, 0), .004, font=F_BLK())
    g.place(loc=(0, -.665, .50))
    for s in (-1, 1):
        box((1.0, .04, .02), (0, -.62, .16), dk, .005) if s > 0 else None

def garment():
    bag, tr, st, g = mat('gbag', '#33424a', .0, .48, coat=.35, coat_rough=.3, bump=.08, bump_scale=140, sheen=.5), mat('gbtr', '#0f1315', 0, .5), CHROME(), GOLD(.22)
    H = 2.6
    R = []
    N = 56
    for i in range(N + 1):
        t = i / N
        z = H * (1 - t)
        sh = min(1, t / .17)
        # a jacket hangs in it: sloping shoulders, a waist, a flared hem
        w = .09 + .55 * math.sin(sh * R90) ** .8 - .045 * math.exp(-((t - .52) / .16) ** 2) + .06 * t
        dpt = .06 + .15 * min(1, t / .14) - .03 * math.exp(-((t - .52) / .2) ** 2) + .03 * t
        R.append([])
        for k in range(96):
            a = 2 * math.pi * k / 96
            r = (abs(math.cos(a) / w) ** 3 + abs(math.sin(a) / dpt) ** 3) ** (-1 / 3)
            x, y = r * math.cos(a), r * math.sin(a)
            fall = max(0, t - .2) / .8
            fold = (.050 * math.sin(9 * x + 1.1 * math.sin(1.7 * z)) + .022 * math.sin(19 * x + 2.4 * z)) * (.25 + fall) + .02 * math.sin(7 * z + 9 * abs(x)) * math.exp(-((t - .5) / .14) ** 2)
            R[-1].append((x, y + fold * (1 if y > 0 else -1) * -1, z))
    loft(R, bag, auto=80)
    fy = lambda z, x=0: min((p for r in R if abs(r[0][2] - z) < .04 for p in r if abs(p[0] - x) < .05), key=lambda p: p[1])[1]
    zp = [(0, fy(z) - .004, z) for z in [H - .25 - .1 * k for k in range(23)]]
    tube(zp, .022, tr)
    tube([(a, b - .014, c) for a, b, c in zp], .010, g)
    box((.05, .03, .16), (0, zp[4][1] - .03, zp[4][2] - .07), g, .012)
    # hanger
    P = [(0, 0, H - .02), (0, 0, H + .18)] + [(.13 - .13 * math.cos(rad(a)), 0, H + .18 + .15 * math.sin(rad(a)) + .02) for a in range(10, 250, 12)]
    tube(P, .024, st)
    edge = [r[0] for r in R[1:]]
    edge2 = [r[48] for r in R[1:]]
    for e in (edge, edge2):
        tube(e, .020, mat('gbp', '#e07a1c', .1, .4, coat=.4))
    tube([tuple(p) for p in R[-1]], .020, mat('gbp', '#e07a1c', .1, .4, coat=.4), cyclic=True)
    with Group() as q:
        prism(hexagon(.17), .02, m=g, bev=.005)
        prism(hexagon(.14), .026, m=tr, bev=.004)
        text('1', .19, (-.005, -.015, 0), g, (R90, 0, 0), .004, .002, font=F_BLK())
    q.place(loc=(.31, fy(1.90, .31) - .02, 1.90), rot=(rad(2), 0, rad(6)), scale=1.35)


def spray():
    al, am, dk = mat('spal', '#c0c4c7', 1, .24, grunge=.08), PAINT('#ea6a12', .3, .9, .1), DARK()
    lathe([(0, 0), (.40, 0), (.43, .03), (.43, .06), (.41, .08), (.41, 1.42), (.43, 1.44), (.43, 1.48), (.40, 1.51), (.33, 1.63), (.22, 1.70), (.17, 1.72), (.17, 1.78), (0, 1.78)], m=al, n=96)
    lathe([(.412, .10), (.416, .11), (.416, 1.40), (.412, 1.41)], m=mat('splab', '#11181b', .1, .35, coat=.6), n=96)
    lathe([(.418, .10), (.419, .11), (.419, .46), (.418, .47)], m=am, n=96)
    def on(ch, size, a, z, m, rot=0.0, depth=.006):
        text(ch, size, (.419 * math.cos(a), .419 * math.sin(a), z), m, (R90, rot, a + R90), depth, font=F_BLK())
    for i, ch in enumerate('TAG'):
        on(ch, .36, -R90 + .12 + (i - 1) * .66, .98 + .0 * i, am)
    for i, ch in enumerate('400 ML'):
        on(ch, .085, -R90 + .12 + (i - 2.5) * .18, .68, BONE())
    rr = random.Random(4)
    for k in range(9):
        a = -R90 + rr.uniform(-1.3, 1.3)
        L = rr.uniform(.05, .30)
        p = [(.421 * math.cos(a), .421 * math.sin(a), .47 + L - q * (L) / 4) for q in range(5)]
        tube(p, rr.uniform(.02, .034), am, res=4)
    cyl(.10, .12, (0, 0, 1.82), BONE(), .02)
    cyl(.125, .14, (0, 0, 1.93), mat('spn', '#ece3d0', 0, .4, coat=.4), .03, 3)
    cyl(.03, .03, (0, -.12, 1.95), INK(), 0, rot=(R90, 0, 0), n=24)
    with Group() as g:
        lathe([(0, .62), (.34, .62), (.39, .58), (.415, .05), (.415, 0), (.39, 0), (.37, .54), (0, .57)], m=am, n=96)
        for k in range(24):
            a = k * math.pi / 12
            box((.02, .03, .30), (.398 * math.cos(a), .398 * math.sin(a), .24), am, .008, 2, rot=(0, -.05, a))
    g.place(rot=(0, R90, rad(-30)), loc=(.52, -.62, .415))

def coffee():
    pap, slv, lid = mat('cfp', '#e8dfcd', 0, .55, coat=.15), mat('cfs', '#2a1a10', 0, .7, bump=.3, bump_scale=40), mat('cfl2', '#1a1f22', 0, .34, coat=.6)
    def r(z):
        return .42 + .15 * z / 1.5
    lathe([(0, .02), (.40, .02), (.42, 0), (.43, .0)] + [(r(z / 10), z / 10) for z in range(0, 16)], m=pap, n=96)
    lathe([(r(.36) + .004, .36), (r(.36) + .025, .37), (r(1.04) + .025, 1.03), (r(1.04) + .004, 1.04)], m=PAINT('#e5821a', .5, .1, 0), n=96)
    z = 1.48
    lathe([(.585, z - .06), (.61, z - .05), (.615, z + .02), (.60, z + .05), (.565, z + .06), (.55, z + .17), (.53, z + .20), (.50, z + .20), (.48, z + .13), (0, z + .12)], m=lid, n=96)
    box((.13, .05, .02), (0, -.36, z + .128), INK(), .015)
    y = -(r(.70) + .028)
    with Group() as g:
        prism(hexagon(.25), .02, m=INK(), bev=.004)
        text('1', .32, (-.01, -.012, 0), mat('cfo', '#ffb45e', 0, .5), (R90, 0, 0), .004, font=F_BLK())
    g.place(loc=(0, y + .005, .70), rot=(rad(5.5), 0, 0))
    for i, ch in enumerate('NIGHT SHIFT'):
        a = -R90 + (i - 5) * .135
        q = r(1.2) + .004
        text(ch, .12, (q * math.cos(a), q * math.sin(a), 1.20), INK(), (R90, 0, a + R90), .003, font=F_TK())

def pizza():
    kr, kr2, red, ink = mat('pzk', '#b98a58', 0, .8, bump=.1, bump_scale=60, grunge=.05), mat('pzt', '#e9dfca', 0, .6, coat=.1), mat('pzr', '#b3261a', 0, .55), INK()
    def bx(z, rz):
        with Group() as g:
            box((2.0, 2.0, .26), (0, 0, .13), kr, .02, 3)
            box((2.03, 2.03, .05), (0, 0, .255), kr2, .012)
            box((2.0, .02, .17), (0, -1.008, .12), kr2, .004)
            for k in range(18):
                box((.06, .024, .17), (-.93 + k * .11, -1.010, .12), red if k % 2 == 0 else kr2, 0)
            tube([(a, b, .282) for a, b in rrect(1.80, 1.80, .12)], .012, red, cyclic=True, res=2)
        g.place(loc=(0, 0, z), rot=(0, 0, rz))
        return g
    bx(0, .10)
    bx(.29, -.06)
    with Group() as g:
        lathe([(0, 0), (.56, 0), (.56, .008), (.50, .01), (0, .01)], m=red, n=96)
        lathe([(0, .011), (.46, .011)], m=mat('pzc', '#e8a53a', 0, .6), n=72)
        for k in range(8):
            a = rad(k * 45)
            box((.56, .022, .016), (.28 * math.cos(a), .28 * math.sin(a), .008), kr2, 0, rot=(0, 0, a))
        for k in range(8):
            a, r = rad(k * 45 + 22), .24 + .12 * (k % 2)
            cyl(.065, .012, (r * math.cos(a), r * math.sin(a), .012), mat('pzp', '#8e1d12', 0, .6), 0, n=32)
        text('NIGHT PIZZA', .21, (0, -.74, 0), ink, (0, 0, 0), .003, font=F_TK())
        text('24 / 7', .15, (0, .74, 0), red, (0, 0, 0), .003, font=F_TK())
    g.place(loc=(0, 0, .572), rot=(0, 0, -.06))
    with Group() as g:
        box((.44, .9, .008), (0, 0, 0), BONE(.7), 0)
        for k in range(7):
            box((.30 - .06 * (k % 3), .02, .004), (-.02, .32 - k * .09, .005), ink, 0)
        text('20.47', .11, (0, -.34, .005), ink, (0, 0, 0), .002, font=F_MONO())
    g.place(loc=(.74, .52, .585), rot=(0, 0, rad(-14)), scale=.86)

def neon():
    board, st = mat('nbd', '#12181b', .1, .3, coat=.6), STEEL()
    prism(cutrect(2.6, 1.5, .22), .08, m=board, bev=.02, seg=3)
    def nt(s, size, loc, c, pw, r=.020, font=None):
        m = mat('nn' + c, c, 0, .4, emis=c, power=pw)
        for k in range(1):
            o = text(s, size, loc, m, (R90, 0, 0), 0, r, font=font or F_TK7(), seg=3)
            o.data.fill_mode = 'NONE'
        return o
    nt('OPEN', .74, (0, -.11, .13), '#ff6a0c', 2.4, .026)
    nt('24/7', .40, (.0, -.11, -.42), '#ff2410', 3.4, .020)
    P = [(a * .93, -.10, b * .89) for a, b in cutrect(2.6, 1.5, .22)]
    tube(P, .026, mat('nnb', '#bfe6ff', 0, .4, emis='#9fd8ff', power=3.0), cyclic=True)
    for x, z in ((-.9, .68), (.6, .68), (-.6, -.68), (.9, -.68)):
        box((.06, .12, .06), (x, -.05, z), st, .01)
    for s in (-1, 1):
        tube([(s * 1.0, -.04, -.42), (s * .62, -.04, -.42)], .012, RUBBER())
        cyl(.05, .14, (s * 1.1, 0, .86), st, .01)
        chain_along([(s * 1.1, 0, .90), (s * 1.1, 0, 1.34)], .036, .012, st, (0, R90))

def _ticket(m, ink, title, sub):
    P = []
    w, h = 1.15, .55
    def edge(x, s):
        out = []
        for k in range(5):
            z = -h + .11 + k * (2 * h - .22) / 4
            zz = z * s
            out += [(x + (-1 if x > 0 else 1) * .06 * math.sin(rad(a)), zz + s * .06 * -math.cos(rad(a))) for a in range(0, 181, 30)]
        return out
    P = [(w, -h)] + edge(w, 1) + [(w, h), (-w, h)] + edge(-w, -1) + [(-w, -h)]
    prism(P, .03, m=m, bev=.004, axis='Z')
    z = .017
    tube([(a, b, z) for a, b in rrect(1.9, .92, .05)], .008, ink, cyclic=True, res=2)
    for k in range(13):
        box((.012, .035, .004), (.52, -.46 + k * .075, z), ink, 0)
    text(title, .30, (-.22, .06, z), ink, (0, 0, 0), .003, font=F_BLK())
    text(sub, .10, (-.22, -.20, z), ink, (0, 0, 0), .003, font=F_TK())
    text('ADMIT ONE', .085, (-.22, .33, z), ink, (0, 0, 0), .003, font=F_TK(), space=1.2)
    text('No 0777', .085, (-.22, -.35, z), ink, (0, 0, 0), .003, font=F_TK())
    for k in range(18):
        wd = (.03, .014, .022)[k * 5 % 3]
        box((.30, wd, .004), (.74, -.38 + k * .045, z), ink, 0)

def ticket():
    with Group() as g:
        _ticket(mat('tks', '#e5821a', 0, .55, coat=.15), INK(), 'NIGHT', 'CLUB  //  VIP  //  20:47')
    g.place(rot=(0, 0, rad(17)), loc=(.14, .26, -.10))
    with Group() as g:
        _ticket(mat('tkb', '#ece3d0', 0, .6, coat=.1), INK(), 'NIGHT', 'CLUB  //  VIP  //  20:47')
    g.place(rot=(0, 0, rad(-8)), loc=(0, 0, 0))

def bank_card():
    base, am, bone, st = mat('bkc', '#12343a', .35, .3, coat=.9, coat_rough=.05), mat('bka', '#ff9a2e', .2, .35, coat=.8), BONE(), GOLD(.25)
    pts = card_pts(2.0, 1.26)
    prism(pts, .05, m=base, bev=.015, axis='Z', seg=3)
    z = .027
    # road: perspective stripes running to a horizon
    for k, c in enumerate(('#1a4a50', '#215c62', '#2a7077')):
        x = -.22 + k * .20
        prism([(x, -.60), (x + .11, -.60), (x + .60, .60), (x + .49, .60)], .003, (0, 0, z), mat('bks' + c, c, .4, .3, coat=.8), 0, axis='Z')
    box((.30, .24, .018), (-.70, .12, z), st, .03, 3)
    for yy in (.06, .12, .18):
        box((.30, .007, .006), (-.70, yy, z + .01), base, 0)
    box((.007, .24, .006), (-.70, .12, z + .01), base, 0)
    for k in range(3):
        tube([(-.46 + .055 * k + .04 * (1 + k) * math.cos(rad(a)), .12 + .05 * (1 + k) * math.sin(rad(a)), z) for a in range(-50, 51, 20)], .008, bone, res=2)
    text('ONE BANK', .16, (-.86, .44, z), bone, (0, 0, 0), .004, font=F_TK(), align='LEFT')
    text('0007 2047 1984 0001', .125, (-.86, -.20, z), bone, (0, 0, 0), .008, .003, font=F_MONO(), align='LEFT')
    text('NIGHT RIDER', .095, (-.86, -.46, z), bone, (0, 0, 0), .004, font=F_TK(), align='LEFT')
    prism(hexagon(.17), .012, (.72, -.40, z), am, .004, axis='Z')
    text('1', .20, (.714, -.40, z + .008), INK(), (0, 0, 0), .003, font=F_BLK())

def card_pts(w, h):
    c = .10
    return [(-w / 2, h / 2 - .05), (-w / 2 + .05, h / 2), (w / 2 - c, h / 2), (w / 2, h / 2 - c), (w / 2, -h / 2 + .05), (w / 2 - .05, -h / 2), (-w / 2 + c, -h / 2), (-w / 2, -h / 2 + c)]

FINISH = {  # base, pattern, edge, letters, rough
    'bronze': ('#6b3d22', '#8a5530', '#f0b27e', '#f6c79c', .34),
    'graphite': ('#3a4145', '#4b5358', '#d6dade', '#eef0f1', .34),
    'gold': ('#e0a544', '#f2c46c', '#fff0c4', '#120d08', .33),
}
def premium(finish):
    b, p, e, l, ro = FINISH[finish]
    base, pat, edge = mat('prb' + b, b, .95, ro, coat=.4, coat_rough=.1), mat('prp' + p, p, .95, ro - .08, coat=.3), mat('pre' + e, e, 1, .18)
    let = mat('prl' + l, l, .9 if finish != 'gold' else 0, .26 if finish != 'gold' else .7)
    glow = AMB(2.6)
    pts = card_pts(2.0, 1.26)
    prism(pts, .06, m=base, bev=.018, axis='Z', seg=3)
    tube([(a * .968, b * .95, .033) for a, b in pts], .010, edge, cyclic=True, res=3)
    z = .032
    # brushed lane pattern
    for k in range(6):
        x = -.10 + k * .17
        w = .10 - .012 * k
        prism([(x, -.585), (x + w, -.585), (x + .55 + w, .585), (x + .55, .585)], .004, (-.10, 0, z), pat, 0, axis='Z') if x + .55 + w < 1.04 else None
    with Group() as g:
        prism(hexagon(.31, 30), .03, m=edge, bev=.008, axis='Z')
        prism(hexagon(.265, 30), .036, m=INK(), bev=.006, axis='Z')
        text('1', .36, (-.012, 0, .018), glow, (0, 0, 0), .006, font=F_BLK())
    g.place(loc=(.58, .20, z + .008))
    box((.29, .23, .02), (-.70, .10, z), mat('prchip', '#ffcf7a', 1, .22, grunge=.05), .03, 3)
    for yy in (.05, .10, .15):
        box((.29, .006, .006), (-.70, yy, z + .011), INK(), 0)
    box((.006, .23, .006), (-.70, .10, z + .011), INK(), 0)
    text('PREMIUM', .25, (-.86, -.25, z), let, (0, 0, 0), .012, .004, font=F_BLK(), align='LEFT')
    text(finish.upper() + '   0001 2047', .09, (-.85, -.46, z), let, (0, 0, 0), .004, font=F_TK(), align='LEFT')
    text('ONE RP', .10, (-.85, .45, z), let, (0, 0, 0), .004, font=F_TK(), align='LEFT')

def watch_gold():
    mat('rubG', '#ffca6e', 1, .26)
    mat('wsteel', '#ffca6e', 1, .18, grunge=.07)
    mat('rosegold', '#ffd892', 1, .14)
    mat('dial', '#04291f', 0, .6, spec=.15)
    watch(strap='G')

def cassette():
    b, bone, dk, am, st = mat('cab', '#22292d', .1, .32, coat=.7, coat_rough=.08), BONE(.55), INK(), mat('caa', '#e5821a', 0, .5), STEEL()
    prism(rrect(2.0, 1.26, .09), .24, m=b, bev=.025, seg=3)
    y = -.12
    prism(rrect(1.78, .86, .06), .02, (0, y - .004, .13), bone, .005)
    for k, c in enumerate(('#f5a236', '#ea7a22', '#c9481c')):
        box((1.78, .012, .06), (0, y - .013, -.12 + k * .075 - .04), mat('cas' + c, c, 0, .5), 0)
    prism(rrect(1.16, .36, .10), .03, (0, y - .008, .12), b, .008)
    prism(rrect(.46, .24, .03), .036, (0, y - .008, .12), mat('cawin', '#2b1a10', 0, .1, coat=1), .004)
    for s in (-1, 1):
        cyl(.135, .04, (s * .37, y - .008, .12), dk, .006, rot=(R90, 0, 0))
        torus(.115, .022, (s * .37, y - .03, .12), bone, (R90, 0, 0), n=40, k=8)
        for k in range(6):
            a = k * math.pi / 3
            box((.05, .03, .024), (s * .37 + .085 * math.cos(a), y - .03, .12 + .085 * math.sin(a)), bone, .005, 1, rot=(0, -a, 0))
    text('NIGHT DRIVE', .155, (-.80, y - .016, .43), dk, (R90, 0, 0), .003, font=F_TK(), align='LEFT')
    text('A', .20, (.78, y - .016, .43), mat('car', '#b3261a', 0, .5), (R90, 0, 0), .003, font=F_BLK())
    prism([(-.72, -.63), (.72, -.63), (.62, -.36), (-.62, -.36)], .30, (0, 0, 0), b, .02, 3)
    for x in (-.40, .40):
        cyl(.05, .32, (x, 0, -.50), dk, 0, rot=(R90, 0, 0))
    for x in (-.9, .9):
        for z in (-.54, .56):
            cyl(.035, .26, (x, 0, z), st, .008, rot=(R90, 0, 0), n=24)
