from kit import *
import os
NPM = os.environ.get('NPM', '')
def ff(pkg, file):
    return os.path.join(NPM, pkg, 'files', file)
F_BLACK = lambda: ff('@fontsource/russo-one', 'russo-one-latin-400-normal.woff')
F_TEKT = lambda: ff('@fontsource/tektur', 'tektur-latin-900-normal.woff')

def crate(accent='#ff9d1c', paint='#3c444a', trim='#1d2125', label='ONE', stencil='HEIST // 001', ink='#d9d3c4'):
    body = mat('body' + paint, paint, 0.35, 0.42, wear=0.75, grunge=0.14, coat=0.25, coat_rough=0.25, bump=0.05, bump_scale=160)
    dark = mat('dark' + trim, trim, 0.5, 0.5, wear=0.5, grunge=0.12)
    steel = mat('steel', '#8d8f92', 1.0, 0.3, grunge=0.14, grunge_scale=9)
    rubber = mat('rubber', '#0b0c0d', 0.0, 0.75)
    glow = mat('glow' + accent, accent, 0, 0.4, emis=accent, power=4.2)
    glow_soft = mat('glows' + accent, accent, 0, 0.4, emis=accent, power=2.4)
    hz = stripes('hz' + accent, accent, '#121417', 6.5)
    W, D, H = 2.0, 1.28, 0.72          # lower half
    T = 0.42                           # lid
    gap = 0.07
    # core and glowing seam
    box((W - .12, D - .12, H + T), (0, 0, (H + T) / 2), dark, .03)
    box((W - .07, D - .07, gap * .55), (0, 0, H + gap / 2), glow, 0)
    # lower body and lid
    box((W, D, H), (0, 0, H / 2), body, .055, 4)
    box((W, D, T), (0, 0, H + gap + T / 2), body, .055, 4, taper=(.965, .945))
    # raised frame on lower front/back, sides
    for sy in (-1, 1):
        y = sy * D / 2
        for x in (-.62, 0, .62):
            box((.44, .05, .46), (x, y, .36), dark, .02, 3)            # panel frame
            box((.36, .06, .38), (x, y, .36), body, .03, 3)
        for x in (-.31, .31):
            box((.11, .1, .64), (x, y, .36), dark, .022, 3)            # ribs
            box((.035, .115, .5), (x, y, .36), glow_soft, .006, 1)
        box((W * .9, .04, .05), (0, y, .045), steel, .01)
    for sx in (-1, 1):
        x = sx * W / 2
        for y in (-.34, .34):
            box((.05, .42, .46), (x, y, .36), dark, .02, 3)
            box((.06, .34, .38), (x, y, .36), body, .03, 3)
        box((.1, .1, .64), (x, 0, .36), dark, .022, 3)
        # handle
        tube([(x + sx * .03, -.2, .56), (x + sx * .15, -.2, .56), (x + sx * .15, .2, .56), (x + sx * .03, .2, .56)], .032, rubber, res=5)
        for y in (-.2, .2):
            box((.09, .12, .12), (x + sx * .02, y, .56), steel, .02)
    # corner guards
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = sx * W / 2, sy * D / 2
            for z, h in ((.13, .28), (H - .12, .24)):
                box((.24, .24, h), (cx - sx * .09, cy - sy * .09, z), dark, .045, 4)
                cyl(.026, .03, (cx - sx * .1, cy + sy * .032, z), steel, .006, 2, (math.pi / 2, 0, 0), 6)
                cyl(.026, .03, (cx + sx * .032, cy - sy * .1, z), steel, .006, 2, (0, math.pi / 2, 0), 6)
            box((.25, .25, .3), (cx * .985 - sx * .09, cy * .975 - sy * .09, H + gap + T - .16), dark, .05, 4, taper=(.97, .96))
            cyl(.026, .03, (cx - sx * .1, cy + sy * .028, H + gap + .17), steel, .006, 2, (math.pi / 2, 0, 0), 6)
            box((.2, .2, .07), (cx - sx * .13, cy - sy * .13, -.02), rubber, .02)
    # latches
    for x in (-.62, .62):
        y = -D / 2
        box((.22, .1, .34), (x, y - .03, H + .03), dark, .025, 3)
        box((.15, .06, .26), (x, y - .085, H + .04), steel, .02, 3)
        box((.11, .05, .05), (x, y - .12, H - .05), steel, .012)
        box((.05, .02, .11), (x, y - .118, H + .08), glow, .005, 1)
    # centre lock: hex emblem
    y = -D / 2
    hexp = [(math.cos(math.radians(a)) * .27, math.sin(math.radians(a)) * .27) for a in range(0, 360, 60)]
    prism(hexp, .12, (0, y - .03, H + .05), dark, .02, 3)
    prism([(a * .86, b * .86) for a, b in hexp], .1, (0, y - .055, H + .05), steel, .012, 3)
    prism([(a * .78, b * .78) for a, b in hexp], .1, (0, y - .066, H + .05), dark, .01, 2)
    hexr = [(math.cos(math.radians(a)) * .165, math.sin(math.radians(a)) * .165) for a in range(0, 360, 60)]
    tube([(a, y - .122, H + .05 + b) for a, b in hexr], .014, glow, cyclic=True, res=3)
    text('1', .25, (-.008, y - .128, H + .055), glow, (math.pi / 2, 0, 0), .006, font=F_BLACK())
    # lid: hazard tape, ribs, label
    top = H + gap + T
    box((W * .60, .16, .03), (0, -.40, top - .002), hz, .008)
    box((W * .62, .54, .045), (0, .1, top + .0), dark, .02, 3)
    box((W * .57, .46, .05), (0, .1, top + .01), body, .02, 3)
    text(label, .36, (0, .1, top + .038), mat('decal', ink, 0, .55, grunge=.2), (0, 0, 0), .002, font=F_TEKT(), space=1.1)
    for sx in (-1, 1):
        box((.08, D * .86, .06), (sx * .80, 0, top + .004), dark, .02, 3)
        box((.026, D * .7, .065), (sx * .80, 0, top + .01), glow_soft, .006, 1)
    # stencil
    text(stencil, .07, (.62, -D / 2 - .034, .52), mat('decal', ink, 0, .55), (math.pi / 2, 0, 0), .001, font=F_TEKT())

def coin_model(face='#f2b632', accent='#fff', r=1.0, letters='OC'):
    gold = mat('gold', '#ffca6e', 1.0, 0.17, grunge=.09, grunge_scale=4, bump=.02, bump_scale=40)
    gold_m = mat('goldm', '#e8a540', 1.0, 0.40, grunge=.1, bump=.10, bump_scale=120)
    t = .13
    prof = [(0, t * .62), (r * .77, t * .62), (r * .79, t * .74), (r * .80, t * .92), (r * .83, t), (r * .95, t), (r * .985, t * .9), (r, t * .72)]
    full = prof + [(a, -b) for a, b in reversed(prof)]
    lathe(full, m=gold, n=160, auto=22)
    # recessed satin field
    lathe([(0, t * .63), (r * .765, t * .63)], m=gold_m, n=96)
    # reeded edge
    bm = bmesh.new()
    n = 120
    for i in range(n):
        a = 2 * math.pi * i / n
        mtx = Matrix.Rotation(a, 4, 'Z') @ Matrix.Translation((r * 1.0, 0, 0))
        vs = bmesh.ops.create_cube(bm, size=1, matrix=mtx @ Matrix.Diagonal((.022, .026, t * 1.25, 1)))
    o = mesh_obj('reed', bm, gold)
    bevel(o, .006, 2)
    # inner ring and hexagon
    torus(r * .70, .016, (0, 0, t * .64), gold, n=120, k=12)
    text(letters, r * .78, (-.005, .01, t * .72), gold, (0, 0, 0), .03, .022, font=F_BLACK(), space=.98, seg=4)
    # little stars on the ring
    for a in (90, 270):
        x, y = math.cos(math.radians(a)) * r * .53, math.sin(math.radians(a)) * r * .53
        pts = []
        for k in range(10):
            q = .075 if k % 2 == 0 else .032
            b = math.pi / 2 + k * math.pi / 5
            pts.append((x + q * math.cos(b), y + q * math.sin(b)))
        prism(pts, .04, (0, 0, t * .68), gold, .006, 2, axis='Z')
