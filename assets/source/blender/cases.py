"""Cases: every one is a function of t (0 closed .. 1 open). CASES gives camera, rim and light; case_shot.py fits ONE camera to the open case.
Names are the imageName of the catalogue."""
from shapes import *
import kit
from cars_cash import stack
from coins import coin_model

def glow(c, power):
    return mat('Gl%s%.2f' % (c, power), c, 0, .4, emis=c, power=power)

def hinge(objs, at, rot):
    e = bpy.data.objects.new('hinge', None)
    kit._link(e)
    e.location = at
    bpy.context.view_layer.update()
    for o in objs:
        if o.parent is None:
            o.parent = e
            o.matrix_parent_inverse = Matrix.Translation(-Vector(at))
    e.rotation_euler = rot
    return e

def ease(t):
    return t * t * (3 - 2 * t)

def bundle(loc, rz=0.0, rx=0.0, n=1, scale=1.0):
    with Group() as g:
        stack((0, 0, 0), n=n)
    g.place(rot=(rx, 0, rz), loc=loc, scale=scale)

def coins(list_, scale=.16):
    with Group() as g:
        coin_model()
    for i, (x, y, z, rx, rz) in enumerate(list_):
        (g.copy if i else g.place)(rot=(rx, 0, rz), loc=(x, y, z), scale=scale)

def bar(loc, rz, s=.42):
    gold = mat('goldbar', '#ffc463', 1.0, 0.24, grunge=.08, grunge_scale=4)
    box((1.0 * s, .42 * s, .26 * s), (loc[0], loc[1], loc[2] + .13 * s), gold, .02, 3, taper=(.9, .74), rot=(0, 0, rz))

# ---------------------------------------------------------------- crate
def crate_case(t, accent, paint, trim, label_, stencil, inner, dark=False, ink='#d9d3c4'):
    body = mat('body' + paint, paint, .35, .42, wear=.75, grunge=.14, coat=.25, coat_rough=.25, bump=.05, bump_scale=160)
    body_in = mat('bodyin' + paint, paint, .3, .5)
    dk = mat('dark' + trim, trim, .5, .5, grunge=.12)
    st, rb = mat('steelC', '#8d8f92', 1.0, .3, grunge=.14, grunge_scale=9), RUBBER()
    gl, gs = glow(accent, 3.0 - .9 * t), glow(accent, 2.2)
    dec = mat('decal' + ink, ink, 0, .55)
    if dark:
        gl = gs = mat('glOff', '#2a2d2f', .1, .35, coat=.6)
        hz = mat('hzOff', '#2c3032', .1, .6)
    else:
        hz = stripes('hz' + accent, accent, '#121417', 6.5)
    W, D, H, T, gap, w = 2.0, 1.28, .72, .42, .07, .09
    foam = mat('foamC', '#101416', 0, .9, bump=.4, bump_scale=60)
    # tub: four walls and a floor
    box((W, D, .16), (0, 0, .08), body, .05, 4)
    for s in (-1, 1):
        box((W, w, H - .06), (0, s * (D / 2 - w / 2), H / 2 + .03), body, .035, 3)
        box((w, D, H - .06), (s * (W / 2 - w / 2), 0, H / 2 + .03), body, .035, 3)
    for s in (-1, 1):
        box((W - .10, .022, gap * .7), (0, s * (D / 2 - .05), H + gap * .35), gl, 0)
        box((.022, D - .10, gap * .7), (s * (W / 2 - .05), 0, H + gap * .35), gl, 0)
        box((W - .2, .03, .50), (0, s * (D / 2 - .10), .42), foam, 0)
        box((.03, D - .2, .50), (s * (W / 2 - .10), 0, .42), foam, 0)
    inner_z = .34
    box((W - .2, D - .2, .04), (0, 0, inner_z - .03), mat('hot' + accent, '#ffcf9a' if not dark else '#101416', 0, .5, emis=inner, power=0 if dark else .25 + 1.1 * ease(t)), 0)
    for sy in (-1, 1):
        y = sy * D / 2
        for x in (-.62, 0, .62):
            box((.44, .05, .46), (x, y, .36), dk, .02, 3)
            box((.36, .06, .38), (x, y, .36), body, .03, 3)
        for x in (-.31, .31):
            box((.11, .1, .64), (x, y, .36), dk, .022, 3)
            box((.035, .115, .5), (x, y, .36), gs, .006, 1)
        box((W * .9, .04, .05), (0, y, .045), st, .01)
    for sx in (-1, 1):
        x = sx * W / 2
        for y in (-.34, .34):
            box((.05, .42, .46), (x, y, .36), dk, .02, 3)
            box((.06, .34, .38), (x, y, .36), body, .03, 3)
        box((.1, .1, .64), (x, 0, .36), dk, .022, 3)
        tube([(x + sx * .03, -.2, .56), (x + sx * .15, -.2, .56), (x + sx * .15, .2, .56), (x + sx * .03, .2, .56)], .032, rb, res=5)
        for y in (-.2, .2):
            box((.09, .12, .12), (x + sx * .02, y, .56), st, .02)
    top = H + gap + T
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = sx * W / 2, sy * D / 2
            for z, h in ((.13, .28), (H - .12, .24)):
                box((.24, .24, h), (cx - sx * .09, cy - sy * .09, z), dk, .045, 4)
                cyl(.026, .03, (cx - sx * .1, cy + sy * .032, z), st, .006, 2, (R90, 0, 0), 6)
                cyl(.026, .03, (cx + sx * .032, cy - sy * .1, z), st, .006, 2, (0, R90, 0), 6)
            box((.2, .2, .07), (cx - sx * .13, cy - sy * .13, -.02), rb, .02)
    y = -D / 2
    for x in (-.62, .62):
        box((.22, .1, .20), (x, y - .03, H - .06), dk, .025, 3)
        box((.11, .05, .05), (x, y - .12, H - .05), st, .012)
    label(stencil, .07, (.62, y - .034, .52), dec, depth=.001)
    # contents, under the rim
    random.seed(7)
    if t > .02:
        for i in range(4):
            for j in range(2):
                bundle((-.62 + i * .41, .26 - j * .50, inner_z + random.uniform(0, .05)), R90 * (1 if (i + j) % 2 else 0) + random.uniform(-.15, .15), n=2 + (i * 3 + j) % 2, scale=.92)
        bundle((-.15, -.05, .58), .5)
        bundle((.42, .02, .60), -.3, .12)
        coins([(.05, -.34, .60, .15, .4), (-.18, -.30, .58, -.1, 1), (.22, -.30, .56, .2, 2), (-.48, -.26, .62, .9, .3)])
    # the lid
    with Group() as L:
        lz = H + gap
        box((W, D, .10), (0, 0, lz + T - .05), body, .05, 4)
        for s in (-1, 1):
            box((W, w, T - .02), (0, s * (D / 2 - w / 2), lz + T / 2), body, .035, 3)
            box((w, D, T - .02), (s * (W / 2 - w / 2), 0, lz + T / 2), body, .035, 3)
        if t > .02:
            box((W - .2, D - .2, .04), (0, 0, lz + T - .12), foam, 0)
            for i in range(9):
                for j in range(5):
                    box((.19, .20, .07), (-.80 + i * .2, -.46 + j * .23, lz + T - .16), foam, .05, 3)
        for sx in (-1, 1):
            for sy in (-1, 1):
                cx, cy = sx * W / 2, sy * D / 2
                box((.25, .25, .3), (cx - sx * .09, cy - sy * .09, top - .16), dk, .05, 4)
                cyl(.026, .03, (cx - sx * .1, cy + sy * .034, lz + .17), st, .006, 2, (R90, 0, 0), 6)
        box((W * .60, .16, .03), (0, -.40, top - .002), hz, .008)
        box((W * .62, .54, .045), (0, .1, top), dk, .02, 3)
        box((W * .57, .46, .05), (0, .1, top + .01), body, .02, 3)
        text(label_, .36, (0, .1, top + .038), dec, (0, 0, 0), .002, font=F_TK(), space=1.1)
        for sx in (-1, 1):
            box((.08, D * .86, .06), (sx * .80, 0, top + .004), dk, .02, 3)
            box((.026, D * .7, .065), (sx * .80, 0, top + .01), gs, .006, 1)
        for x in (-.62, .62):
            box((.22, .1, .16), (x, y - .03, H + .12), dk, .025, 3)
            box((.15, .06, .26), (x, y - .085, H + .06), st, .02, 3)
            box((.05, .02, .11), (x, y - .118, H + .08), gl, .005, 1)
        hx = hexagon(.27)
        z = H + .05
        prism(hx, .12, (0, y - .03, z), dk, .02, 3)
        prism([(a * .86, b * .86) for a, b in hx], .1, (0, y - .055, z), st, .012, 3)
        prism([(a * .78, b * .78) for a, b in hx], .1, (0, y - .066, z), dk, .01, 2)
        tube([(a, y - .122, z + b) for a, b in hexagon(.165)], .014, gl, cyclic=True, res=3)
        text('1', .25, (-.008, y - .128, z + .005), gl, (R90, 0, 0), .006, font=F_BLK())
    hinge(L.objs, (0, D / 2 - .03, H + gap), (-rad(104) * t, 0, 0))
    if t > .02:
        area((0, -.1, .95), (0, .3, 2.2), .9, 26 * ease(t), inner, .5)
        area((0, 0, 1.6), (0, 0, 0), 1.3, 22 * ease(t), '#ffdcb0', .8)

def heist(t, dark=False):
    crate_case(t, '#ff6a0c', '#454e54', '#1d2125', 'ONE', 'HEIST // 001', '#ff9a3a', dark)
def patrol(t, dark=False):
    crate_case(t, '#2f8dff', '#24384c', '#141b22', 'PD', 'PATROL // 117', '#ffb060', dark)
def loft(t, dark=False):
    crate_case(t, '#bfe0ff', '#8d8f8c', '#2a2d2e', 'LOFT', 'LOFT // 1407', '#cfe6ff', dark, '#1b1e20')
def taxi(t, dark=False):
    crate_case(t, '#ffb000', '#80600f', '#1c170a', 'TAXI', 'TAXI // 077', '#ffc04a', dark, '#17130a')

# ---------------------------------------------------------------- safe
def casino(t, dark=False):
    body = mat('csb', '#4a1512', .25, .30, coat=.9, coat_rough=.08, grunge=.06)
    door = mat('csd', '#3a100e', .25, .30, coat=.9, coat_rough=.08)
    st, br, dk, ink, bone = STEEL(), BRASS(), DARK(), INK(), BONE()
    am, rd = glow('#ff7410', 3.0), glow('#ff2a14', 4.5)
    W, D, H, w = 1.6, 1.2, 1.6, .13
    z0 = .12
    box((W, w, H), (0, D / 2 - w / 2, z0 + H / 2), body, .04, 3)
    for s in (-1, 1):
        box((w, D, H), (s * (W / 2 - w / 2), 0, z0 + H / 2), body, .05, 4)
        box((W, D, w), (0, 0, z0 + H / 2 + s * (H / 2 - w / 2)), body, .05, 4)
        box((W + .01, .05, .05), (0, -D / 2 + .01, z0 + H / 2 + s * (H / 2 - .10)), br, .012)
        box((.05, .05, H - .16), (s * (W / 2 - .10), -D / 2 + .01, z0 + H / 2), br, .012)
    for x in (-.58, .58):
        for y in (-.40, .40):
            lathe([(0, 0), (.10, 0), (.14, .04), (.10, .09), (.08, .14), (0, .14)], (x, y, 0), br, n=48)
    # corner ornaments on the side
    for s in (-1, 1):
        tube([(s * (W / 2 + .006), a, z0 + H / 2 + b) for a, b in rrect(D - .26, H - .26, .12)], .012, br, cyclic=True, res=3)
    text('ONE', .34, (W / 2 + .008, 0, z0 + H * .5), br, (R90, 0, R90), .006, .003, font=F_BLK())
    # inside
    gin = mat('csin', '#2a1410', 0, .7)
    box((W - .27, .03, H - .27), (0, D / 2 - w - .01, z0 + H / 2), gin, 0)
    box((W - .27, D - .34, .05), (0, .06, z0 + .84), st, .008)
    box((W - .30, .02, .03), (0, -D / 2 + .16, z0 + H - .16), am, 0)
    box((W - .30, .02, .03), (0, -D / 2 + .17, z0 + .80), am, 0)
    if t > .02:
        random.seed(5)
        zs = z0 + .14
        for i in range(3):
            for j in range(2):
                bundle((-.40 + i * .40, .20 - j * .34, zs + .021 * j + .007 * i), R90 + random.uniform(-.1, .1), n=2 + (i + j) % 3)
        zs = z0 + .87
        for r, n in enumerate((3, 2, 1)):
            for i in range(n):
                bar((.22 + (i - (n - 1) / 2) * .22, .05, zs + r * .112), R90, .46)
        coins([(-.42, -.10, zs + .03, 0, .3), (-.40, -.09, zs + .075, 0, 1), (-.43, -.11, zs + .12, 0, 2), (-.20, -.26, zs + .03, 0, 1.5), (-.40, .12, zs + .20, R90 * .8, .2)], .17)
        area((0, -.2, z0 + H - .2), (0, .1, z0 + .8), 1.0, 16 * ease(t), '#ffb060', .4)
        area((0, -.25, z0 + .78), (0, .1, z0 + .1), 1.0, 14 * ease(t), '#ffb060', .4)
    # the door
    y = -D / 2
    with Group() as g:
        box((W - .22, .13, H - .22), (0, y + .035, z0 + H / 2), door, .03, 3)
        box((W - .30, .06, H - .30), (0, y - .04, z0 + H / 2), body, .03, 3)
        tube([(a, y - .072, z0 + H / 2 + b) for a, b in rrect(W - .46, H - .46, .10)], .014, br, cyclic=True, res=3)
        c = z0 + H / 2
        lathe([(0, 0), (.34, 0), (.36, .02), (.34, .05), (.30, .06), (0, .06)], (0, y - .06, c + .06), br, rot=(R90, 0, 0), n=96)
        lathe([(0, .06), (.27, .06)], (0, y - .062, c + .06), ink, rot=(R90, 0, 0), n=72)
        torus(.29, .032, (0, y - .22, c + .06), br, (R90, 0, 0), n=72)
        for k in range(6):
            a = k * math.pi / 3 + .2
            tube([(0, y - .21, c + .06), (.29 * math.cos(a), y - .22, c + .06 + .29 * math.sin(a))], .022, br)
            bpy.ops.mesh.primitive_uv_sphere_add(radius=.046, location=(.33 * math.cos(a), y - .22, c + .06 + .33 * math.sin(a)), segments=24, ring_count=12)
            o = bpy.context.object
            o.data.materials.append(br)
            bpy.ops.object.shade_smooth()
        cyl(.10, .22, (0, y - .15, c + .06), br, .03, rot=(R90, 0, 0))
        prism(hexagon(.07), .02, (0, y - .27, c + .06), ink, .004)
        text('1', .10, (-.003, y - .283, c + .06), am, (R90, 0, 0), .003, font=F_BLK())
        box((.50, .03, .17), (0, y - .075, c - .47), ink, .02)
        for k in range(3):
            box((.12, .02, .12), (-.15 + k * .15, y - .092, c - .47), mat('cdig', '#f0e6d2', 0, .4), .01)
            text('7', .12, (-.15 + k * .15, y - .104, c - .47), mat('cred', '#b3261a', 0, .4), (R90, 0, 0), .002, font=F_BLK())
        for k in range(5):
            cyl(.026, .03, (-.20 + k * .10, y - .075, c + .56), am if not dark else dk, .006, rot=(R90, 0, 0), n=24)
        for sz in (-1, 1):
            for k in (-.25, .25):
                cyl(.045, .16, (W / 2 - .12, y + .03, c + k + sz * .3), st, .01, rot=(0, R90, 0), n=32) if t > .02 else None
        for sz in (-1, 1):
            for sx in (-1, 1):
                cyl(.03, .03, (sx * (W / 2 - .30), y - .07, c + sz * (H / 2 - .30)), br, .008, rot=(R90, 0, 0), n=24)
        if t > .02:                                # what shows on the inside of the open door
            yi = y + .105
            box((W - .46, .03, H - .50), (0, yi, c), gin, .02)
            tube([(a, yi + .018, c + b) for a, b in rrect(W - .56, H - .60, .08)], .014, br, cyclic=True, res=3)
            for sz in (-1, 0, 1):
                cyl(.05, .50, (W / 2 - .40, yi + .04, c + sz * .36), st, .01, rot=(0, R90, 0), n=32)
                box((.12, .09, .16), (W / 2 - .44, yi + .03, c + sz * .36), br, .02, 3)
            cyl(.16, .06, (-.05, yi + .03, c), br, .015, rot=(R90, 0, 0))
            box((.05, .05, .80), (W / 2 - .56, yi + .04, c), st, .012)
    hinge(g.objs, (-W / 2 + .12, y, 0), (0, 0, -rad(112) * t))
    for z in (c - .45, c + .45):
        cyl(.055, .26, (-W / 2 + .06, y - .03, z), br, .015)

# ---------------------------------------------------------------- briefcase
def diplomat(t, dark=False):
    al = mat('dal', '#30383d', .85, .32, grunge=.10, grunge_scale=5)
    al2 = mat('dal2', '#454f55', .9, .36, grunge=.08)
    dk, st, br, foam = DARK(), CHROME(), BRASS(), mat('foamD', '#121618', 0, .9, bump=.5, bump_scale=60)
    xe = glow('#bfe2ff', 2.6) if not dark else DARK()
    lea = mat('lea', '#1b1512', 0, .45, coat=.4, bump=.15, bump_scale=90)
    W, D, H, T, w = 2.0, 1.35, .34, .28, .06
    box((W, D, .08), (0, 0, .04), al, .04, 3)
    for s in (-1, 1):
        box((W, w, H), (0, s * (D / 2 - w / 2), H / 2), al, .03, 3)
        box((w, D, H), (s * (W / 2 - w / 2), 0, H / 2), al, .03, 3)
        for k in range(14):
            box((.06, .03, H - .12), (-.85 + k * .131, s * D / 2, H / 2), al2, .012, 3)
        for k in range(8):
            box((.03, .06, H - .12), (s * W / 2, -.48 + k * .137, H / 2), al2, .012, 3)
        box((W - .08, .02, .02), (0, s * (D / 2 - .035), H + .002), xe, 0)
        box((.02, D - .08, .02), (s * (W / 2 - .035), 0, H + .002), xe, 0)
        for s2 in (-1, 1):
            box((.19, .19, H - .02), (s * (W / 2 - .08), s2 * (D / 2 - .08), H / 2 - .01), dk, .05, 4)
    box((W - .1, D - .1, .10), (0, 0, .14), foam, 0)
    tube(bezier((-.26, -D / 2, .17), (-.28, -D / 2 - .24, .15), (.28, -D / 2 - .24, .15), (.26, -D / 2, .17), 24), .048, lea)
    for s in (-1, 1):
        box((.10, .09, .12), (s * .26, -D / 2 - .02, .17), dk, .02, 3)
        box((.22, .05, .16), (s * .60, -D / 2 - .02, .22), st, .015, 3)
    if t > .02:
        random.seed(3)
        for i in range(6):
            for j in range(2):
                bundle((-.76 + i * .303, -.30 + j * .60, .19 + random.uniform(0, .014)), R90 + random.uniform(-.02, .02), scale=.94)
        for i in range(3):
            bar((-.45 + i * .30, -.02 + .06 * i, .30), .35 - .3 * i, .46)
        coins([(.55, -.22, .34, .2, 0), (.62, .05, .33, -.1, 1), (.42, -.34, .36, .5, 1.2)], .15)
        area((0, -.1, 1.5), (0, 0, 0), 1.5, 30 * ease(t), '#ffdcb0', .9)
    with Group() as g:
        z = H + .015
        box((W, D, .07), (0, 0, z + T - .035), al, .035, 3)
        for s in (-1, 1):
            box((W, w, T), (0, s * (D / 2 - w / 2), z + T / 2), al, .03, 3)
            box((w, D, T), (s * (W / 2 - w / 2), 0, z + T / 2), al, .03, 3)
            for s2 in (-1, 1):
                box((.20, .20, T), (s * (W / 2 - .085), s2 * (D / 2 - .085), z + T / 2 + .005), dk, .05, 4)
                cyl(.026, .02, (s * (W / 2 - .09), s2 * (D / 2 - .09), z + T + .012), st, .006, n=24)
        if t > .02:
            box((W - .1, D - .1, .04), (0, 0, z + T - .09), foam, 0)
            for i in range(10):
                for j in range(6):
                    box((.17, .19, .06), (-.83 + i * .185, -.50 + j * .20, z + T - .13), foam, .03, 2)
        for k in range(13):
            box((.055, D - .36, .03), (-.78 + k * .13, 0, z + T + .004), al2, .012, 3)
        prism(cutrect(.74, .44, .10), .06, (0, .02, z + T + .012), dk, .015, 2, axis='Z')
        prism(cutrect(.66, .36, .085), .07, (0, .02, z + T + .014), mat('dpl', '#e0b060', .9, .42), .01, 2, axis='Z')
        text('ONE', .25, (0, .02, z + T + .05), INK(), (0, 0, 0), .004, font=F_BLK())
        for s in (-1, 1):
            box((.18, .06, .20), (s * .60, -D / 2 - .035, H + .02), st, .02, 3)
            box((.05, .02, .06), (s * .60, -D / 2 - .068, H + .03), xe, .004)
            for k in range(3):
                cyl(.03, .05, (s * .34 + (k - 1) * .05, -D / 2 - .01, H + .10), br, .004, rot=(0, R90, 0), n=24)
    hinge(g.objs, (0, D / 2 - .02, H + .01), (-rad(106) * t, 0, 0))

# ---------------------------------------------------------------- container
def port(t, dark=False):
    p = mat('ctp', '#17564f', .25, .42, coat=.4, coat_rough=.2, grunge=.12, wear=.5)
    p2 = mat('ctp2', '#124640', .25, .45, coat=.4, coat_rough=.2, grunge=.1)
    dk, st, bone = DARK(), STEEL(), mat('ctb', '#ded6c4', 0, .6, grunge=.1)
    tl = glow('#2fe0c4', 3.0) if not dark else DARK()
    W, L, H = 1.4, 2.3, 1.42
    # frame
    for sx in (-1, 1):
        for sy in (-1, 1):
            box((.10, .10, H), (sx * (W / 2 - .05), sy * (L / 2 - .05), H / 2), p2, .015)
            for z in (.06, H - .06):
                box((.16, .17, .13), (sx * (W / 2 - .05), sy * (L / 2 - .05), z), dk, .02, 3)
                box((.02, .07, .05), (sx * (W / 2 + .032), sy * (L / 2 - .05), z), INK(), .01)
        for z in (.05, H - .05):
            box((.10, L, .10), (sx * (W / 2 - .05), 0, z), p2, .015)
        # corrugated side
        P, n = [], 11
        for k in range(n):
            y0 = -L / 2 + .12 + k * (L - .24) / n
            s = (L - .24) / n
            P += [(y0, 0), (y0 + s * .28, 0), (y0 + s * .42, .05), (y0 + s * .78, .05), (y0 + s * .92, 0)]
        P.append((L / 2 - .12, 0))
        band([(sx * (W / 2 - .09 + b), a) for a, b in P], H - .16, .02, p, axis='Z', at=H / 2, bev=0)
        box((.012, L - .3, .03), (sx * (W / 2 + .01), 0, .05), tl, 0)
    for y in (L / 2 - .05, -L / 2 + .05):
        for z in (.05, H - .05):
            box((W, .10, .10), (0, y, z), p2, .015)
    P = []
    for k in range(13):
        y0 = -L / 2 + .1 + k * (L - .2) / 13
        s = (L - .2) / 13
        P += [(y0, 0), (y0 + s * .3, 0), (y0 + s * .45, .03), (y0 + s * .8, .03), (y0 + s * .95, 0)]
    band([(a, H - .04 + b) for a, b in P], W - .16, .02, p, axis='X', bev=0)
    box((W - .1, .04, H - .1), (0, L / 2 - .05, H / 2), p2, 0)
    box((W - .1, L - .1, .05), (0, 0, .07), mat('ctf', '#3a2a1c', 0, .7), 0)
    # label on the side
    x = W / 2 + .022
    text('ONE', .52, (x, -.20, H * .60), bone, (R90, 0, R90), .012, font=F_BLK())
    text('PORT 047', .15, (x, -.20, H * .30), bone, (R90, 0, R90), .012, font=F_TK())
    # inside
    if t > .02:
        wd = wood('ctw', '#5a3820', '#9a6a3c', 'X', 4, .1)
        def cr(x, y, z, a, b, c, rz=0.0):
            with Group() as g:
                box((a, b, c), (0, 0, 0), wd, .01)
                for s in (-1, 1):
                    for q in (-1, 1):
                        box((.07, b + .03, .07), (s * (a / 2 - .03), 0, q * (c / 2 - .03)), wd, .008)
                        box((.07, .07, c), (s * (a / 2 - .03), q * (b / 2 - .01), 0), wd, .008)
                box((a * .5, .02, c * .3), (0, -b / 2 - .012, 0), dk, .005)
                text('ONE', c * .2, (0, -b / 2 - .026, 0), BONE(), (R90, 0, 0), .002, font=F_TK())
            g.place(loc=(x, y, z), rot=(0, 0, rz))
        cr(-.30, -.35, .36, .58, .5, .52)
        cr(.32, -.20, .32, .54, .5, .44)
        cr(.30, -.14, .76, .46, .44, .40, .1)
        cr(-.28, -.10, .86, .42, .40, .42, -.12)
        bundle((-.42, -.72, .10), .3, n=2)
        bundle((-.05, -.86, .10), -.4)
        for k in range(3):
            bar((.28 + (k - 1) * .21, -.72, .10), R90, .44)
        bar((.28, -.72, .215), R90, .44)
        coins([(.02, -.66, .13, 0, 0), (.05, -.65, .175, 0, 1), (-.52, -.98, .13, 0, 1)], .14)
        box((W - .3, .02, .02), (0, -.98, H - .13), glow('#ff9038', 2.5), 0)
        area((0, -.8, H - .16), (0, -.4, .3), 1.0, 26 * ease(t), '#ffb060', .5)
        area((0, .6, H - .2), (0, .3, .3), 1.0, 14 * ease(t), '#ffb060', .6)
    for s in (-1, 1):
        y = -L / 2
        with Group() as g:
            cx = s * (W / 4 - .02)
            w = W / 2 - .09
            box((w, .05, H - .18), (cx, y + .02, H / 2), p, .01)
            for k in range(4):
                box((w - .06, .04, .13), (cx, y - .012, .26 + k * .30), p2, .02, 2)
            if t > .02:
                for k in range(7):
                    box((w - .08, .03, .10), (cx, y + .052, .20 + k * .17), p2, .014, 2)
            for q in (-.17, .13):
                xx = cx + s * q
                cyl(.022, H - .10, (xx, y - .055, H / 2), st, .006, n=24)
                for z in (.22, H / 2 + .08, H - .22):
                    box((.10, .05, .05), (xx, y - .04, z), dk, .01)
                for z in (.07, H - .07):
                    box((.07, .07, .06), (xx, y - .05, z), dk, .012)
            box((.26, .03, .05), (cx - s * .04, y - .09, .52), st, .012)
            box((.05, .04, .12), (cx + s * .10, y - .085, .52), dk, .012)
            box((.03, .02, H - .3), (s * .035, y - .022, H / 2), tl, 0) if s > 0 else None
            for z in (.25, H / 2, H - .25):
                box((.05, .09, .12), (s * (W / 2 - .06), y + .0, z), dk, .012)
            if s > 0:
                box((.16, .012, .10), (cx, y - .012, .30), bone, .006)
            else:
                prism(hexagon(.13), .03, (cx - .02, y - .04, .98), bone, .004)
                text('1', .16, (cx - .025, y - .058, .98), mat('ctp3', '#0d332f', 0, .5), (R90, 0, 0), .003, font=F_BLK())
        hinge(g.objs, (s * (W / 2 - .05), y, 0), (0, 0, s * rad(112) * t))
    box((W - .2, .03, .03), (0, -L / 2 - .02, H - .05), tl, 0)

# ---------------------------------------------------------------- tool chest
def garage(t, dark=False):
    red = mat('tcr', '#a32016', .3, .30, coat=.8, coat_rough=.08, grunge=.06)
    dk, st, rb, ink, bone = DARK(), mat('tcs', '#aeb2b5', 1, .28, grunge=.08), RUBBER(), INK(), BONE()
    rd = glow('#ff2a14', 3.6) if not dark else dk
    W, D, H, T, w = 1.9, 1.0, 1.06, .30, .06
    z0 = .26
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * (W / 2 - .18), sy * (D / 2 - .16)
            box((.14, .18, .08), (x, y, z0 - .05), st, .015)
            cyl(.105, .07, (x, y, .105), rb, .02, rot=(0, R90, 0))
            cyl(.05, .08, (x, y, .105), st, .01, rot=(0, R90, 0))
    box((W, D, .06), (0, 0, z0 + .03), dk, .015)
    box((W, .05, H), (0, D / 2 - .025, z0 + H / 2), red, .02)
    for s in (-1, 1):
        box((w, D, H), (s * (W / 2 - w / 2), 0, z0 + H / 2), red, .02, 3)
        box((.05, .08, H), (s * (W / 2 - .03), -D / 2, z0 + H / 2), dk, .015)
        tube([(s * (W / 2 + .02), -.28, z0 + .78), (s * (W / 2 + .13), -.28, z0 + .78), (s * (W / 2 + .13), .28, z0 + .78), (s * (W / 2 + .02), .28, z0 + .78)], .03, st)
    box((W - .1, D - .08, .04), (0, 0, z0 + H - .20), dk, 0)
    text('ONE', .34, (W / 2 + .004, .02, z0 + .42), bone, (R90, 0, R90), .004, font=F_BLK())
    # drawers
    z = z0 + .08
    hs = (.28, .22, .17, .13)
    for k, h in enumerate(hs):
        out = (.44, .30, .17, .06)[k] * ease(max(0, min(1, t * 1.5 - .12 * (3 - k))))
        y = -D / 2 - out
        box((W - .16, .05, h - .025), (0, y, z + h / 2), red, .018, 3)
        box((W - .24, .05, .05), (0, y - .04, z + h - .055), st, .015, 3)
        if out > .01:
            box((W - .24, out + .02, .02), (0, -D / 2 - out / 2, z + .03), dk, 0)
            for s in (-1, 1):
                box((.02, out + .02, h - .07), (s * (W / 2 - .13), -D / 2 - out / 2, z + h / 2 - .01), red, 0)
            if k < 3:
                for i in range(9):
                    with Group() as g:
                        box((.035, .30, .03), (0, 0, 0), st, .01)
                        torus(.045, .016, (0, .16, 0), st, n=24, k=8)
                    g.place(loc=(-.72 + i * .18, -D / 2 - out / 2 + .02, z + .06), rot=(0, 0, .1 * (i % 3 - 1)), scale=min(1, out / .34))
        z += h
    prism(cutrect(.36, .12, .03), .02, (.60, -D / 2 - .01 - .44 * (ease(min(1, t * 1.5 - .36)) if t * 1.5 > .36 else 0) - .03, z0 + .17), bone, .004)
    # top tray
    zt = z0 + H - .18
    if t > .02:
        box((W - .14, D - .12, .02), (0, 0, zt), mat('tcin', '#7a3a1c', 0, .6, emis='#ff7a20', power=.04 + .14 * ease(t)), 0)
        with Group() as g:
            lathe([(.15, -.09), (.24, -.10), (.28, -.06), (.285, 0), (.28, .06), (.24, .10), (.15, .09)], m=rb, n=64)
            lathe([(.0, .04), (.04, .06), (.15, .085), (.16, .06), (.155, -.09), (0, -.09)], m=CHROME(), n=48)
        g.place(loc=(-.55, .0, zt + .11))
        bundle((.08, .16, zt + .01), .3, n=2, scale=.8)
        bundle((.14, -.14, zt + .01), -.2, n=1, scale=.8)
        with Group() as g:
            lathe([(0, 0), (.12, 0), (.13, .03), (.13, .36), (.10, .44), (.05, .47), (0, .47)], m=PAINT('#1d4f86', .28, 1, .5), n=48)
            cyl(.04, .08, (0, 0, .50), BRASS(), .01)
        g.place(loc=(.42, .12, zt + .13), rot=(0, R90, .5))
        area((0, 0, zt + .9), (0, .0, zt), 1.2, 11 * ease(t), '#ffd8b0', .6)
    for s in (-1, 1):
        box((W - .08, .02, .03), (0, s * (D / 2 - .03), z0 + H + .012), rd, 0)
        box((.02, D - .06, .03), (s * (W / 2 - .03), 0, z0 + H + .012), rd, 0)
    with Group() as g:
        zl = z0 + H + .03
        box((W, D, .06), (0, 0, zl + T - .03), red, .03, 3)
        for s in (-1, 1):
            box((W, .05, T), (0, s * (D / 2 - .025), zl + T / 2), red, .02, 3)
            box((.05, D, T), (s * (W / 2 - .025), 0, zl + T / 2), red, .02, 3)
            for s2 in (-1, 1):
                box((.14, .14, T + .01), (s * (W / 2 - .06), s2 * (D / 2 - .06), zl + T / 2 + .005), dk, .03, 3)
            box((.20, .05, .18), (s * .55, -D / 2 - .02, zl + .03), st, .02, 3)
            box((.10, .06, .09), (s * .55, -D / 2 - .03, zl + .02), dk, .012)
        if t > .02:
            box((W - .12, D - .12, .02), (0, 0, zl + T - .07), dk, 0)
            for k in range(6):
                with Group() as q:
                    box((.05, .46, .03), (0, 0, 0), st, .012)
                    for s in (-1, 1):
                        torus(.06 - .015 * (s > 0), .022, (0, s * .25, 0), st, n=24, k=8)
                q.place(loc=(-.62 + k * .25, 0, zl + T - .10), scale=1 - .07 * k)
        prism(hexagon(.30), .03, (-.0, -.0, zl + T + .005), dk, .008, axis='Z')
        tube([(a, b, zl + T + .022) for a, b in hexagon(.25)], .014, rd, cyclic=True)
        text('1', .34, (-.01, 0, zl + T + .022), rd, (0, 0, 0), .004, font=F_BLK())
        for s in (-1, 1):
            box((.40, D - .3, .02), (s * .66, 0, zl + T + .004), mat('tcmat', '#14181a', 0, .8, bump=.3, bump_scale=60), .006)
        prism(cutrect(.44, .16, .04), .02, (0, -D / 2 - .008, zl + .17), bone, .005)
        text('GARAGE', .10, (0, -D / 2 - .02, zl + .17), ink, (R90, 0, 0), .002, font=F_TK())
    hinge(g.objs, (0, D / 2 - .02, z0 + H + .03), (-rad(98) * t, 0, 0))

CASES = {
  'night-heist': dict(fn=heist, rim='#ffa04a', dir=(1.05, -1.9, .9), ev=.5),
  'patrol': dict(fn=patrol, rim='#5aa9ff', dir=(1.05, -1.9, .9), ev=.6),
  'vip-lounge': dict(fn=casino, rim='#ffb070', dir=(.85, -1.9, .62), ev=.75, fill='#ffdcb0', front=.7),
  'loft': dict(fn=loft, rim='#dcefff', dir=(1.05, -1.9, .9), ev=.5),
  'taxi': dict(fn=taxi, rim='#ffd071', dir=(1.05, -1.9, .9), ev=.55),
  'diplomat': dict(fn=diplomat, rim='#cfe6ff', dir=(.95, -1.9, 1.0), ev=.65, front=.6),
  'port': dict(fn=port, rim='#7fe8d8', dir=(1.15, -1.9, .75), ev=.7, rot=-4),
  'garage': dict(fn=garage, rim='#ff8a70', dir=(.95, -1.9, .85), ev=.55, front=.5),
}
