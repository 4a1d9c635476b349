import kit
from kit import *
from coins import *
R90 = math.pi / 2

def pick(sel):
    bpy.ops.object.select_all(action='DESELECT')
    for o in sel:
        o.select_set(True)
    bpy.context.view_layer.objects.active = sel[-1]

# ---------------------------------------------------------------- car
def car(paint='#c5281c', tail='#ff2a1a', plate='ONE 001', front=True):
    body = mat('paint' + paint, paint, 0.55, 0.32, coat=1.0, coat_rough=0.03)
    glass = mat('glass', '#06080a', 0.0, 0.04, coat=1.0, spec=.9)
    black = mat('trim', '#0c0d0f', 0.0, 0.42, coat=.3)
    matte = mat('mattecar', '#08090a', 0, .8)
    tyre = mat('tyre', '#0b0b0c', 0, .78, bump=.1, bump_scale=30)
    rim = mat('rim', '#5e6266', 1.0, 0.24)
    chrome = mat('chrome', '#c9ccd0', 1.0, 0.12)
    led = mat('led', '#eaf6ff', 0, .3, emis='#dff2ff', power=9)
    red = mat('tail' + tail, tail, 0, .3, emis=tail, power=7)
    S = [  # x, zb, then (y, z) for P1..P6, z of P7
        (2.30, .30, (.56, .30), (.64, .34), (.68, .44), (.64, .53), (.56, .57), (.32, .59), .60),
        (2.12, .20, (.72, .20), (.84, .25), (.88, .43), (.83, .58), (.72, .635), (.40, .665), .675),
        (1.80, .16, (.78, .16), (.93, .22), (.965, .46), (.955, .715), (.80, .765), (.42, .735), .735),
        (1.38, .16, (.78, .16), (.94, .22), (.995, .52), (.985, .80), (.82, .865), (.46, .79), .795),
        (0.98, .16, (.78, .16), (.93, .22), (.965, .51), (.95, .785), (.80, .855), (.50, .84), .85),
        (0.66, .16, (.78, .16), (.92, .22), (.94, .50), (.915, .755), (.765, .82), (.56, .875), .89),
        (-0.02, .16, (.78, .16), (.92, .22), (.935, .50), (.925, .775), (.77, .855), (.53, 1.145), 1.18),
        (-0.55, .16, (.78, .16), (.93, .22), (.945, .51), (.945, .80), (.79, .875), (.53, 1.165), 1.20),
        (-1.02, .16, (.78, .16), (.95, .22), (.985, .53), (.985, .85), (.80, .905), (.51, 1.105), 1.14),
        (-1.52, .16, (.78, .16), (.96, .22), (1.0, .55), (.995, .885), (.82, .935), (.49, .985), 1.0),
        (-1.92, .18, (.78, .18), (.95, .24), (.985, .56), (.965, .885), (.82, .945), (.48, .965), .97),
        (-2.18, .24, (.76, .24), (.90, .28), (.94, .57), (.915, .865), (.80, .955), (.47, .985), .99),
        (-2.27, .32, (.72, .32), (.82, .36), (.87, .57), (.85, .80), (.76, .90), (.44, .925), .93),
    ]
    bm = bmesh.new()
    crease = bm.edges.layers.crease.verify()
    rows = []
    for st in S:
        x, zb, pts, zt = st[0], st[1], st[2:8], st[8]
        row = [bm.verts.new((x, 0, zb))]
        for y, z in pts:
            row.append(bm.verts.new((x, y, z)))
        row.append(bm.verts.new((x, 0, zt)))
        rows.append(row)
    cabin = range(5, 9)
    for i in range(len(rows) - 1):
        for j in range(7):
            f = bm.faces.new((rows[i][j], rows[i][j + 1], rows[i + 1][j + 1], rows[i + 1][j]))
            if 5 <= i <= 8 and j == 5:
                f.material_index = 1
            if i in (5,) and j == 6:
                f.material_index = 1
            if i in (8,) and j == 6:
                f.material_index = 1
    for row in (rows[0], rows[-1]):
        for j in (0, 1, 2):
            a, b, c, d = row[j], row[j + 1], row[6 - j], row[7 - j]
            bm.faces.new((a, b, c, d))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    def cr(a, b, v):
        e = bm.edges.get((a, b))
        if e:
            e[crease] = v
    n = len(rows)
    for i in range(n - 1):
        cr(rows[i][4], rows[i + 1][4], .45)
        cr(rows[i][1], rows[i + 1][1], .7)
        cr(rows[i][2], rows[i + 1][2], .35)
        if 4 <= i <= 9:
            cr(rows[i][5], rows[i + 1][5], .75)
        else:
            cr(rows[i][5], rows[i + 1][5], .3)
        if 5 <= i <= 8:
            cr(rows[i][6], rows[i + 1][6], .55)
    for j in range(7):
        cr(rows[0][j], rows[0][j + 1], .45)
        cr(rows[-1][j], rows[-1][j + 1], .75)
        cr(rows[-2][j], rows[-2][j + 1], .3 if j > 3 else 0)
        if j >= 6:
            cr(rows[5][j], rows[5][j + 1], .7)
            cr(rows[6][j], rows[6][j + 1], .5)
            cr(rows[8][j], rows[8][j + 1], .5)
            cr(rows[9][j], rows[9][j + 1], .7)
    o = mesh_obj('body', bm, body, auto=50)
    o.data.materials.append(glass)
    mi = o.modifiers.new('m', 'MIRROR')
    mi.use_axis = (False, True, False)
    mi.use_clip = True
    ss = o.modifiers.new('s', 'SUBSURF')
    ss.levels = ss.render_levels = 4
    cut = []
    for x in (1.38, -1.40):
        for s in (-1, 1):                       # one cutter a wheel: the middle of the bonnet stays whole
            cut.append(cyl(.40, 1.0, (x, s * 1.10, .355), matte, 0, rot=(R90, 0, 0), n=96))
    # keep the centre closed: only cut the outer shells
    for c in cut:
        b = o.modifiers.new('b', 'BOOLEAN')
        b.object = c
        b.operation = 'DIFFERENCE'
        b.solver = 'EXACT'
        c.hide_render = True
        c.display_type = 'WIRE'
    o.data.materials.append(matte)
    body_o = o
    for x in (1.38, -1.40):
        box((.80, 1.30, .44), (x, 0, .40), matte, .02)              # inner wells
        for s in (-1, 1):
            y = s * .83
            w = .27 if x < 0 else .245
            prof = [(.235, -w / 2), (.325, -w / 2), (.348, -w / 2 + .035), (.352, 0), (.348, w / 2 - .035), (.325, w / 2), (.235, w / 2)]
            lathe(prof, (x, y, .352), tyre, rot=(R90, 0, 0), n=72)
            lathe([(.238, -w / 2), (.25, -w / 2 - .004), (.25, w / 2 + .004), (.238, w / 2), (.215, w / 2 - .03), (.205, -w / 2 + .02)], (x, y, .352), rim, rot=(R90, 0, 0), n=72)
            yo = y + s * (w / 2 - .045)
            cyl(.20, .02, (x, y - s * .02, .352), chrome, .004, rot=(R90, 0, 0))
            cyl(.052, .06, (x, yo, .352), rim, .012, rot=(R90, 0, 0))
            for k in range(10):
                a = k * math.pi / 5 + (.12 if k % 2 else -.12)
                box((.028, .03, .19), (x + math.sin(a) * .135, yo + s * .002, .352 + math.cos(a) * .135), rim, .008, 2, rot=(0, a, 0))
            box((.13, .06, .07), (x - .13 * (1 if x > 0 else -1), y, .43), mat('cal', '#ffb020', 0, .3, coat=1), .02, rot=(0, .8 * (1 if x > 0 else -1), 0))
    # aero
    prism([(2.36, -.0), (2.30, .62), (2.02, .92), (1.7, .96), (1.7, 0)], .03, (0, 0, .155), black, .008, axis='Z')
    prism([(2.36, -.0), (2.30, -.62), (2.02, -.92), (1.7, -.96), (1.7, 0)], .03, (0, 0, .155), black, .008, axis='Z')
    for s in (-1, 1):
        box((1.95, .10, .06), (0, s * .945, .175), black, .015)
        box((.09, .20, .10), (.44, s * 1.00, .905), body, .04, 4, rot=(0, 0, s * .2))
        box((.12, .05, .03), (.47, s * .90, .86), black, .01)
    # rear wing
    box((.26, 1.62, .022), (-2.12, 0, 1.17), black, .01, rot=(0, -.12, 0))
    for s in (-1, 1):
        box((.34, .02, .14), (-2.12, s * .81, 1.14), black, .008)
        box((.10, .03, .20), (-2.06, s * .45, 1.07), black, .008)
    # diffuser, exhausts
    box((.34, 1.30, .13), (-2.10, 0, .27), matte, .03, rot=(0, .42, 0))
    for y in (-.5, -.25, 0, .25, .5):
        box((.30, .016, .11), (-2.17, y, .225), black, .004, rot=(0, .42, 0))
    box((.05, .62, .13), (-2.25, 0, .39), matte, .02)
    for s in (-1, 1):
        for k in (0, 1):
            cyl(.048, .10, (-2.275, s * (.10 + .125 * k), .39), chrome, .006, rot=(0, R90, 0))
            cyl(.039, .02, (-2.325, s * (.10 + .125 * k), .39), matte, 0, rot=(0, R90, 0))
    # tail lights: one bar + two blades
    box((.03, 1.54, .022), (-2.285, 0, .775), red, .004)
    box((.035, 1.62, .11), (-2.265, 0, .775), matte, .02)
    for s in (-1, 1):
        box((.03, .36, .05), (-2.288, s * .56, .775), red, .008)
    box((.025, .50, .12), (-2.30, 0, .60), mat('plate', '#e8e6df', 0, .4), .01)
    text(plate, .105, (-2.316, 0, .598), mat('ink', '#101214', 0, .5), (R90, 0, -R90), .001, font=F_TEKT())
    # front
    box((.10, 1.10, .16), (2.235, 0, .33), matte, .03)
    for z in (.29, .33, .37):
        box((.06, 1.0, .012), (2.275, 0, z), black, .003)
    for s in (-1, 1):
        box((.18, .30, .12), (2.12, s * .74, .32), matte, .04, rot=(0, 0, -s * .55))
        # headlights: project strips on the body
        for (dx, dz, w, h, mt) in ((0, 0, .34, .085, matte), (0, .012, .30, .016, led), (0, -.022, .16, .014, led)):
            bm2 = bmesh.new()
            bmesh.ops.create_grid(bm2, x_segments=24, y_segments=6, size=.5)
            for v in bm2.verts:
                v.co = Vector((0, v.co.x * w, v.co.y * h))
            g = mesh_obj('hl', bm2, mt)
            g.location = (2.6, s * .64, .555 + dz)
            sh = g.modifiers.new('sw', 'SHRINKWRAP')
            sh.target = body_o
            sh.wrap_method = 'PROJECT'
            sh.use_project_x = True
            sh.use_negative_direction = True
            sh.use_positive_direction = True
            sh.offset = .006 if mt is matte else .012
    # patches pressed onto the skin: mouth, bonnet vents, side intake, door seams
    def press(pts, at, axis, mt, off=.006, sub=18):
        bm3 = bmesh.new()
        x0, x1 = min(a for a, b in pts), max(a for a, b in pts)
        z0, z1 = min(b for a, b in pts), max(b for a, b in pts)
        grid = []
        quad = len(pts) == 4
        for i in range(sub + 1):
            u = i / sub
            row = []
            for j in range(7):
                v = j / 6
                (ax, az), (bx, bz), (cx, cz), (dx, dz) = pts
                px = (ax + (bx - ax) * u) * (1 - v) + (dx + (cx - dx) * u) * v
                pz = (az + (bz - az) * u) * (1 - v) + (dz + (cz - dz) * u) * v
                co = {'X': (at, px, pz), 'Y': (px, at, pz), 'Z': (px, pz, at)}[axis]
                row.append(bm3.verts.new(co))
            grid.append(row)
        for i in range(sub):
            for j in range(6):
                bm3.faces.new((grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]))
        g = mesh_obj('press', bm3, mt, auto=80)
        sh = g.modifiers.new('sw', 'SHRINKWRAP')
        sh.target = body_o
        sh.wrap_method = 'PROJECT'
        sh.use_project_x, sh.use_project_y, sh.use_project_z = axis == 'X', axis == 'Y', axis == 'Z'
        sh.use_negative_direction = sh.use_positive_direction = True
        sh.offset = off
    press([(-.50, .30), (.50, .30), (.42, .42), (-.42, .42)], 2.7, 'X', matte, .007, 30)
    for k in range(3):
        press([(-.46, .325 + k * .032), (.46, .325 + k * .032), (.46, .333 + k * .032), (-.46, .333 + k * .032)], 2.7, 'X', black, .014, 30)
    for s in (-1, 1):
        for k in range(3):
            x = 1.10 + k * .15
            press([(x, s * .22), (x + .04, s * .50), (x + .085, s * .50), (x + .045, s * .22)], 1.4, 'Z', matte, .006)
        press([(-.98, .40), (-.62, .50), (-.66, .70), (-1.02, .66)], s * 1.6, 'Y', matte, .006)
        for k in range(3):
            press([(-.94 + .004 * k, .44 + k * .07), (-.66, .50 + k * .06), (-.66, .515 + k * .06), (-.94, .455 + k * .07)], s * 1.6, 'Y', black, .014)
        for x0, x1 in ((.52, .56), (-.55, -.60)):
            press([(x0, .27), (x0 + .012, .27), (x1 + .012, .76), (x1, .76)], s * 1.6, 'Y', matte, .004)
        press([(.90, .30), (-.95, .30), (-.95, .315), (.90, .315)], s * 1.6, 'Y', matte, .004, 40)
        box((.14, .03, .025), (-.38, s * .955, .70), black, .008)
    return body_o

# ---------------------------------------------------------------- cash
def bill_mat(name='bill'):
    if name in kit._mats:
        return kit._mats[name]
    m = mat(name, '#9db58f', 0, .75)
    nt = m.node_tree
    L = nt.links.new
    p = nt.nodes['Principled BSDF']
    t = nt.nodes.new('ShaderNodeTexCoord')
    w = nt.nodes.new('ShaderNodeTexWave')
    w.wave_type = 'BANDS'
    w.bands_direction = 'Z'
    w.inputs['Scale'].default_value = 55
    w.inputs['Distortion'].default_value = 1.6
    w.inputs['Detail'].default_value = 3
    L(t.outputs['Object'], w.inputs['Vector'])
    mx = nt.nodes.new('ShaderNodeMixRGB')
    mx.inputs['Color1'].default_value = srgb('#7f9a76')
    mx.inputs['Color2'].default_value = srgb('#c3d1b2')
    L(w.outputs['Fac'], mx.inputs['Fac'])
    L(mx.outputs[0], p.inputs['Base Color'])
    return m

def stack(loc=(0, 0, 0), rz=0.0, rx=0.0, ry=0.0, band='#d8a437', n=1):
    with Group() as g:
        for k in range(n):
            z = .052 * 2 * k
            jx, jy = random.uniform(-.012, .012), random.uniform(-.012, .012)
            box((.62, .27, .10), (jx, jy, z + .05), bill_mat(), .012, 2)
            box((.13, .276, .106), (jx, jy, z + .05), mat('band' + band, band, 0, .5), .008, 2)
            top = mat('billtop', '#a9bf9b', 0, .7)
            box((.56, .22, .002), (jx, jy, z + .1008), top, 0)
            inner = mat('billin', '#6f8d68', 0, .7)
            for s in (-1, 1):
                torus(.052, .006, (jx + s * .18, jy, z + .102), inner, n=28, k=6)
                box((.10, .008, .004), (jx + s * .18, jy + .095, z + .102), inner, 0)
                box((.10, .008, .004), (jx + s * .18, jy - .095, z + .102), inner, 0)
                text('100', .05, (jx + s * .18, jy, z + .103), inner, (0, 0, 0), .0015, font=F_TEKT())
    return g.place(rot=(rx, ry, rz), loc=loc)

def cash_pile():
    random.seed(4)
    for i, (x, y, n, r) in enumerate([(-.36, .20, 5, .03), (.32, .22, 4, -.05), (-.34, -.14, 3, -.04), (.34, -.12, 2, .08)]):
        stack((x, y, 0), r, n=n)
    stack((.02, -.46, 0), .35)
    stack((.36, -.14, .27), .5, rx=.18, ry=.22)
    stack((-.30, .05, .525), -.4)

def duffel(cloth='#2a3a3c', accent='#ff9d1c'):
    random.seed(2)
    fab = mat('fab' + cloth, cloth, 0, .82, sheen=.6, bump=.35, bump_scale=90, grunge=.08)
    trim = mat('fabt', '#15181a', 0, .7, bump=.3, bump_scale=140)
    strap = mat('strap', '#b8862c', 0, .7, bump=.2, bump_scale=200)
    steel = mat('steel', '#8d8f92', 1.0, 0.3, grunge=.14, grunge_scale=9)
    # barrel body: lofted super-ellipse along x, opened on top
    bm = bmesh.new()
    NX, NA = 40, 64
    rows = []
    open_half = .50
    for i in range(NX + 1):
        u = -1 + 2 * i / NX
        x = u * 1.05
        end = max(0.0, (abs(u) - .82) / .18)
        k = math.sqrt(max(0, 1 - end * end * .55))
        sag = 1 - .05 * math.cos(u * 5.2)
        row = []
        # angle from the right lip around the bottom to the left lip
        lip = .60 * max(0.0, math.cos(min(1, abs(u) / .80) * R90)) ** .6
        for j in range(NA + 1):
            a = math.pi / 2 + lip + (2 * math.pi - 2 * lip) * j / NA
            ca, sa = math.cos(a), math.sin(a)
            p = 2.6
            r = (abs(ca / .50) ** p + abs(sa / .44) ** p) ** (-1 / p)
            wr = 1 + .018 * math.sin(9 * a + 7 * u) + .012 * math.sin(17 * u + 3 * a)
            row.append(bm.verts.new((x, r * ca * k * wr, .44 + r * sa * k * wr * sag)))
        rows.append(row)
    for i in range(NX):
        for j in range(NA):
            bm.faces.new((rows[i][j], rows[i + 1][j], rows[i + 1][j + 1], rows[i][j + 1]))
    for row in (rows[0], rows[-1]):
        bm.faces.new(row)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    lips = ([rows[i][0].co.copy() for i in range(NX + 1)], [rows[i][NA].co.copy() for i in range(NX + 1)])
    ends = [[rows[k][j].co.copy() for j in range(NA + 1)] for k in (3, NX - 3)]
    o = mesh_obj('bag', bm, fab, auto=60)
    so = o.modifiers.new('so', 'SOLIDIFY')
    so.thickness = .03
    ss = o.modifiers.new('s', 'SUBSURF')
    ss.levels = ss.render_levels = 1
    for l in lips:
        tube([tuple(c + Vector((0, 0, .01))) for c in l], .016, trim, res=4)
        tube([tuple(c * 1 + Vector((0, 0, .024))) for c in l[3:-3]], .008, steel, res=3)
    for e in ends:
        tube([tuple(c) for c in e], .02, trim, res=4)
    # straps around the body + handles
    for x in (-.42, .42):
        pts = []
        for j in range(44):
            a = math.radians(128) + math.radians(284) * j / 43
            ca, sa = math.cos(a), math.sin(a)
            r = (abs(ca / .515) ** 2.6 + abs(sa / .455) ** 2.6) ** (-1 / 2.6)
            pts.append((x, r * ca, .44 + r * sa))
        for dx in (-.035, 0, .035):
            tube([(p[0] + dx, p[1], p[2]) for p in pts], .02, strap, res=3)
    for s in (-1, 1):
        y = s * .40
        pts = [(-.42, y, .70), (-.36, y * 1.15, .92), (0, y * 1.55, 1.02 if s > 0 else .80), (.36, y * 1.15, .92), (.42, y, .70)]
        if s < 0:
            pts = [(-.42, y * 1.02, .72), (-.34, y * 1.42, .56), (0, y * 1.50, .36), (.34, y * 1.42, .56), (.42, y * 1.02, .72)]
        tube(pts, .033, strap, kind='BEZIER')
    # cash spilling out
    rr = random.Random(8)
    for i in range(26):
        x = rr.uniform(-.62, .62)
        y = rr.uniform(-.2, .2)
        z = .60 + .20 * (1 - (x / .8) ** 2) * (1 - (y / .5) ** 2) + rr.uniform(0, .05)
        stack((x, y, z), rr.uniform(0, 3.1), rr.uniform(-.45, .45), rr.uniform(-.45, .45))
    stack((-.78, -.78, 0), .5)
    stack((-.20, -.86, 0), -.25)
    stack((-.50, -.82, .104), .1, ry=.06)

def gold_bars():
    gold = mat('goldbar', '#ffc463', 1.0, 0.22, grunge=.10, grunge_scale=4, bump=.03, bump_scale=25)
    ink = mat('goldink', '#c48a2c', 1.0, .5)
    def bar(loc, rz=0.0, rot=None):
        with Group() as g:
            box((1.0, .42, .26), (0, 0, .13), gold, .03, 4, taper=(.9, .74))
            box((.66, .2, .01), (0, 0, .258), ink, .004, 2)
            text('ONE 999.9', .12, (0, 0, .264), gold, (0, 0, 0), .004, .002, font=F_TEKT())
        g.place(rot=rot or (0, 0, rz), loc=loc)
    for x in (-.46, 0, .46):
        bar((x, 0, 0), R90)
    for x in (-.23, .23):
        bar((x, .0, .265), R90)
    bar((0, .0, .53), R90)
    bar((.62, -.62, 0), .55)

# ---------------------------------------------------------------- small goods
def keys(accent='#ff9d1c', tag=('APT', '1407')):
    leather = mat('fob', '#141619', 0, .45, coat=.5, bump=.1, bump_scale=120)
    chrome = mat('chrome', '#d2d5d8', 1, .14)
    steel = mat('steelk', '#a9a49a', 1.0, .26, grunge=.1)
    glow = mat('glowk', accent, 0, .4, emis=accent, power=4)
    # fob: rounded shield
    pts = []
    for k in range(64):
        a = 2 * math.pi * k / 64
        ca, sa = math.cos(a), math.sin(a)
        r = (abs(ca / .34) ** 3 + abs(sa / .56) ** 3) ** (-1 / 3)
        pts.append((r * ca, r * sa))
    prism(pts, .17, (0, 0, 0), leather, .06, 5, axis='Z')
    prism([(a * .86, b * .9) for a, b in pts], .18, (0, 0, .01), mat('fob2', '#23272b', .6, .35, coat=.4), .02, 3, axis='Z')
    torus(.13, .012, (0, .26, .102), chrome, n=48)
    text('1', .20, (-.005, .26, .104), chrome, (0, 0, 0), .006, .003, font=F_BLACK())
    for k, y in enumerate((.0, -.17, -.34)):
        box((.30, .11, .02), (0, y, .10), leather, .02, 3)
        if k == 0:
            box((.05, .05, .012), (0, y, .112), glow, .02)
        elif k == 1:
            tube([(-.04, y - .02, .112), (0, y + .025, .112), (.04, y - .02, .112)], .006, chrome)
        else:
            torus(.028, .006, (0, y, .112), chrome, n=24, k=8)
    box((.2, .1, .1), (0, .58, 0), chrome, .03)
    torus(.24, .022, (.02, .80, .0), steel, n=64, rot=(.35, .2, 0))
    # two keys
    def key(rz, z, loc):
        with Group() as g:
            torus(.14, .035, (0, 0, 0), steel, n=48, k=12, squash=.6)
            box((.09, .62, .04), (0, -.44, 0), steel, .012)
            for i, w in enumerate((.06, .10, .05, .08, .04)):
                box((w, .045, .034), (.045 + w / 2, -.46 - i * .062, 0), steel, .006)
            box((.02, .5, .05), (-.005, -.42, 0), mat('groove', '#55524c', 1, .5), .004)
        g.place(rot=(0.12, z, rz), loc=loc)
    key(.95, .1, (.20, .92, -.04))
    key(1.55, -.1, (.26, .78, -.10))
    # tag with house
    with Group() as g:
        box((.34, .5, .05), (0, -.34, 0), mat('tag', accent, 0, .35, coat=.6), .03, 4)
        cyl(.05, .06, (0, -.14, 0), steel, .01)
        text(tag[0], .12, (0, -.32, .028), mat('ink', '#101214', 0, .5), (0, 0, 0), .002, font=F_TEKT())
        text(tag[1], .13, (0, -.46, .028), mat('ink', '#101214', 0, .5), (0, 0, 0), .002, font=F_TEKT())
    g.place(rot=(0, .06, -.75), loc=(-.14, .92, -.05))

def watch(strap='#1a1d20', accent='#ff9d1c'):
    gold = mat('rosegold', '#e9b98a', 1, .16, grunge=.05)
    steel = mat('wsteel', '#b9bcc0', 1, .2, grunge=.08)
    dial = mat('dial', '#0d1215', .2, .35, coat=.6)
    lume = mat('lume', '#ffd9a0', 0, .4, emis='#ffb65c', power=1.6)
    rub = mat('rub' + strap, strap, 0, .6, bump=.15, bump_scale=70)
    # case (axis Z)
    lathe([(0, -.14), (.44, -.14), (.50, -.10), (.52, 0), (.50, .09), (.47, .11), (.44, .115), (.43, .085), (0, .085)], m=steel, n=96)
    lathe([(.425, .10), (.43, .135), (.455, .15), (.50, .135), (.515, .09)], m=gold, n=96)
    for k in range(60):
        a = k * math.pi / 30
        big = k % 5 == 0
        box((.02 if big else .008, .045 if big else .02, .012), (math.sin(a) * .475, math.cos(a) * .475, .142), mat('ink', '#101214', 0, .5) if not big else lume, .002, 1, rot=(0, 0, -a))
    lathe([(0, .088), (.425, .088)], m=dial)
    for k in range(12):
        a = k * math.pi / 6
        box((.028, .085, .014), (math.sin(a) * .34, math.cos(a) * .34, .094), lume if k % 3 == 0 else gold, .004, 2, rot=(0, 0, -a))
    for (x, y) in ((0, -.17), (-.16, .03), (.16, .03)):
        torus(.085, .006, (x, y, .092), gold, n=48, k=8)
        lathe([(0, .0895), (.08, .0895)], (x, y, 0), mat('subdial', '#20282c', .6, .35))
        box((.006, .07, .006), (x + .02, y + .02, .096), lume, .001, rot=(0, 0, -.7))
    for a, l, w in ((-math.radians(305), .19, .026), (-math.radians(52), .29, .018)):
        box((w, l, .012), (-math.sin(a) * l * .42, math.cos(a) * l * .42, .104), gold, .004, 2, rot=(0, 0, a))
    a = -math.radians(200)
    box((.006, .42, .006), (-math.sin(a) * .12, math.cos(a) * .12, .112), mat('sec', accent, 0, .4, emis=accent, power=1.5), .001, rot=(0, 0, a))
    cyl(.03, .05, (0, 0, .105), gold, .006)
    cyl(.06, .10, (.555, 0, 0), gold, .015, rot=(0, R90, 0), n=20)
    for y in (-.2, .2):
        cyl(.042, .09, (.525, y, 0), steel, .012, rot=(0, R90, 0), n=32)
    # strap: two swept bands
    for s in (1, -1):
        bm = bmesh.new()
        prev = None
        N = 36
        for i in range(N + 1):
            u = i / N
            a = u * 2.35
            R = .62
            y = s * (.40 + R * math.sin(a))
            z = -.02 - R * (1 - math.cos(a))
            w = .30 - .07 * min(1, u * 1.2)
            th = .05
            ny, nz = s * math.sin(a), math.cos(a)
            ring = [bm.verts.new((x, y + dz * ny, z + dz * nz)) for x, dz in ((-w, -th), (w, -th), (w, th), (-w, th))]
            if prev:
                for q in range(4):
                    bm.faces.new((prev[q], prev[(q + 1) % 4], ring[(q + 1) % 4], ring[q]))
            prev = ring
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        bevel(mesh_obj('strap', bm, rub, auto=50), .025, 3, 50)
        for i in range(7):
            a = .32 + i * .27
            y = s * (.40 + .68 * math.sin(a))
            z = -.02 - .62 + .68 * math.cos(a)
            box((.40 - i * .012, .10, .03), (0, y, z), rub, .012, 2, rot=(-s * a, 0, 0))
        for x in (-.27, .27):
            box((.13, .30, .14), (x, s * .44, -.035), steel, .04, 3, rot=(-s * .25, 0, 0))

def plate(txt='ONE 001', accent='#ff9d1c'):
    enamel = mat('enamel', '#e9e6db', 0, .28, coat=.8, grunge=.1)
    steel = mat('steelp', '#9a9da1', 1, .3, grunge=.1)
    ink = mat('pink', '#14181b', 0, .35, coat=.6)
    pts = [(-1.2, -.36), (-1.12, -.44), (1.12, -.44), (1.2, -.36), (1.2, .36), (1.12, .44), (-1.12, .44), (-1.2, .36)]
    prism(pts, .06, m=steel, bev=.02)
    prism([(a * .965, b * .92) for a, b in pts], .07, (0, -.008, 0), enamel, .015)
    tube([(a * .93, -.046, b * .84) for a, b in pts], .016, ink, cyclic=True, res=3)
    text(txt, .56, (0.03, -.042, -.03), ink, (R90, 0, 0), .014, .012, font=F_TEKT(), space=1.02)
    box((.36, .02, .09), (0, -.04, .315), mat('pacc', accent, 0, .35, coat=.6), .01)
    text('ONE CITY', .07, (0, -.052, .315), ink, (R90, 0, 0), .002, font=F_TEKT())
    for x in (-.86, .86):
        for z in (.3, -.3):
            cyl(.045, .04, (x, -.045, z), steel, .01, rot=(R90, 0, 0), n=6)

def jerrycan(c='#8e2118'):
    red = mat('jc' + c, c, .2, .4, coat=.5, coat_rough=.2, wear=.7, grunge=.12, bump=.04)
    dark = mat('jcd', '#16191b', .4, .5)
    steel = mat('steel', '#8d8f92', 1.0, 0.3, grunge=.14, grunge_scale=9)
    pts = [(-.62, -.85), (.62, -.85), (.66, -.78), (.66, .55), (.40, .82), (-.52, .82), (-.66, .66), (-.66, -.78)]
    prism(pts, .46, m=red, bev=.08, seg=5)
    prism([(a * 1.01, b * 1.01) for a, b in pts], .05, m=red, bev=.02)
    for s in (-1, 1):
        y = s * .235
        for a in (math.atan2(1.15, .95), -math.atan2(1.15, .95)):
            box((1.25, .05, .10), (0, y, -.08), red, .03, 3, rot=(0, a, 0))
        text('FUEL', .24, (0, y + s * .045, -.07), mat('decal2', '#e9ddc8', 0, .5), (R90, 0, 0 if s < 0 else math.pi), .004, font=F_BLACK()) if s < 0 else None
    for y in (-.13, 0, .13):
        tube([(-.46, y, .80), (-.42, y, 1.0), (.10, y, 1.0), (.14, y, .80)], .038, red, res=5)
    cyl(.13, .14, (.46, 0, .84), steel, .02, rot=(0, math.radians(45), 0))
    cyl(.155, .08, (.52, 0, .90), dark, .02, rot=(0, math.radians(45), 0), n=12)
    box((.34, .08, .05), (.40, 0, .98), dark, .02, rot=(0, math.radians(30), 0))

