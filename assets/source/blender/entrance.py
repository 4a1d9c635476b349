"""The door of the house where one signs in: a neon sign, a lit canopy, an intercom, wet flags.
blender -b -P entrance.py -- OUT WIDTH HEIGHT SAMPLES plate VIEW   VIEW: wide (the left half stays quiet for the form) or tall"""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
from shapes import *
from shapes import _colour
import finish
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(5)
DOOR = 1.2                                   # the middle of the door

def bricks(name, a, b, mortar, scale, w, h, rough, wet=0.0):
    m = mat(name, a, 0, rough)
    nt = m.node_tree
    L = nt.links.new
    p = nt.nodes['Principled BSDF']
    t, mp, br, nz = (nt.nodes.new('ShaderNode' + kind) for kind in ('TexCoord', 'Mapping', 'TexBrick', 'TexNoise'))
    if wet:
        mp.inputs['Rotation'].default_value = (0, 0, 0)
    else:
        mp.inputs['Rotation'].default_value = (R90, 0, 0)
    L(t.outputs['Object'], mp.inputs['Vector'])
    L(mp.outputs[0], br.inputs['Vector'])
    for key, v in (('Color1', srgb(a)), ('Color2', srgb(b)), ('Mortar', srgb(mortar))):
        br.inputs[key].default_value = v
    for key, v in (('Scale', scale), ('Mortar Size', .012), ('Mortar Smooth', .3), ('Brick Width', w), ('Row Height', h)):
        br.inputs[key].default_value = v
    L(t.outputs['Object'], nz.inputs['Vector'])
    nz.inputs['Scale'].default_value = .55 if wet else 1.4
    nz.inputs['Detail'].default_value = 7
    mx = nt.nodes.new('ShaderNodeMixRGB')
    mx.blend_type = 'MULTIPLY'
    mx.inputs['Fac'].default_value = .65
    L(br.outputs['Color'], mx.inputs['Color1'])
    L(nz.outputs['Fac'], mx.inputs['Color2'])
    L(mx.outputs[0], p.inputs['Base Color'])
    mr = nt.nodes.new('ShaderNodeMapRange')
    for key, v in (('From Min', .40), ('From Max', .60), ('To Min', .05 if wet else rough - .15), ('To Max', rough)):
        mr.inputs[key].default_value = v
    L(nz.outputs['Fac'], mr.inputs['Value'])
    L(mr.outputs[0], p.inputs['Roughness'])
    bp = nt.nodes.new('ShaderNodeBump')
    bp.inputs['Distance'].default_value = .02 if wet else .03
    bp.inputs['Strength'].default_value = .25 if wet else .7
    bp.invert = True
    L(br.outputs['Fac'], bp.inputs['Height'])
    L(bp.outputs[0], p.inputs['Normal'])
    p.inputs['Specular'].default_value = .6
    return m

brick = bricks('brick', '#5a3a2e', '#432c25', '#1d1714', 2.2, .52, .17, .75)
flags = bricks('flags', '#232628', '#1c1f21', '#0c0d0e', 1.0, 1.1, .8, .42, wet=1)
stone, dark = mat('stone', '#3d3f3f', 0, .55, grunge=.15, bump=.1, bump_scale=20), mat('frame', '#0d1012', .6, .35, coat=.4)
steel, brass = STEEL(), BRASS()
amber = shining('amberNeon', '#ff7410', 2.3, 'neon')
bone = shining('boneNeon', '#ffdcb4', 1.15, 'neon')
teal = shining('tealNeon', TEAL, 4.0, 'neon')
# ---- ground: flags, kerb, road
box((40, 5.2, .2), (0, -2.6, -.1), flags, 0)
box((40, .3, .22), (0, -5.3, -.11), stone, .03)
box((40, 14, .1), (0, -12.4, -.17), wet_asphalt(), 0)
# ---- wall with the opening of the door
W, H, D = 2.5, 3.0, .7
for x0, x1 in ((-16, DOOR - W / 2), (DOOR + W / 2, 16)):
    box((x1 - x0, .3, 12), ((x0 + x1) / 2, .15, 6), brick, 0)
    box((x1 - x0, .40, .55), ((x0 + x1) / 2, .13, .275), stone, .03)
box((W, .3, 12 - H), (DOOR, .15, H + (12 - H) / 2), brick, 0)
for s in (-1, 1):
    box((.22, D + .2, H + .1), (DOOR + s * (W / 2 + .02), D / 2 - .08, H / 2), stone, .02)
box((W + .48, D + .2, .26), (DOOR, D / 2 - .08, H + .10), stone, .02)
# ---- the hall behind the glass
warm = mat('hall', '#ffb072', 0, .6, emis='#ff8a38', power=.95)
box((W, .05, H), (DOOR, D + 1.6, H / 2), warm, 0)
box((W, 1.6, .05), (DOOR, D + .8, .03), mat('halls', '#1a120c', 0, .15), 0)
for x in (-.62, .62):                        # a plant and a lamp in the hall
    lathe([(.0, 0), (.16, .02), (.2, .42), (.0, .42)], (DOOR + x, D + 1.1, .05), dark, n=32)
    for k in range(14):
        a = k * 2.4
        tube([(DOOR + x, D + 1.1, .45), (DOOR + x + .12 * math.cos(a), D + 1.1 + .12 * math.sin(a), .9 + .03 * k), (DOOR + x + .32 * math.cos(a), D + 1.1 + .32 * math.sin(a), .86 + .05 * k)], .018, mat('leafh', '#16241a', 0, .5))
area((DOOR, D + .9, 2.85), (DOOR, D + .6, 0), 1.6, 60, '#ffb06a', .8)
# ---- two leaves with glass
glass = mat('pane', '#ffffff', 0, .04, trans=1.0, ior=1.1)
for s in (-1, 1):
    cx = DOOR + s * W / 4
    lw = W / 2 - .04
    for x in (-1, 1):
        box((.13, .09, H - .12), (cx + x * (lw / 2 - .065), D, (H - .12) / 2 + .03), dark, .012)
    for z in (.22, 1.02, H - .15):
        box((lw, .09, .30 if z < .5 else .12), (cx, D, z), dark, .012)
    box((lw - .2, .02, 1.7), (cx, D, 1.95), glass, 0)
    box((lw - .2, .05, .56), (cx, D, .66), mat('panel', '#12171a', .5, .4, coat=.3), .02)
    tube([(cx - s * (lw / 2 - .1), D - .05, .85), (cx - s * (lw / 2 - .1), D - .16, .9), (cx - s * (lw / 2 - .1), D - .16, 1.85), (cx - s * (lw / 2 - .1), D - .05, 1.9)], .026, brass)
# ---- canopy with its lamps, steps
box((W + 1.5, 1.5, .14), (DOOR, -.72, H + .52), dark, .02)
box((W + 1.5, .03, .10), (DOOR, -1.485, H + .52), amber, 0)
for k in range(5):
    x = DOOR - W / 2 + k * W / 4
    cyl(.09, .03, (x, -.75, H + .44), mat('spot', '#ffd9a8', 0, .3, emis='#ffc07a', power=16), 0)
area((DOOR, -.75, H + .40), (DOOR, -.7, 0), W, 150, '#ffb062', .5, spread=140)
for s in (-1, 1):
    tube([(DOOR + s * (W / 2 + .45), -1.3, H + .58), (DOOR + s * (W / 2 + .45), .02, H + 1.5)], .018, steel)
for k, (d0, h) in enumerate(((1.15, .14), (.75, .28))):
    box((W + 1.1 - k * .4, d0, h), (DOOR, -d0 / 2 + .05, h / 2), stone, .02)
    box((W + 1.0 - k * .4, .02, .025), (DOOR, -d0 + .045, h - .04), amber, 0)
# ---- the sign over the canopy: a hexagon with the one, and the name
with Group() as sign:
    hx = hexagon(.78)
    zc, y = H + 2.02, -.28
    back = mat('signback', '#0a0d0f', .4, .45)
    prism([(a * 1.16, b * 1.16) for a, b in hx], .10, (DOOR - 1.72, y + .12, zc), back, .02)
    tube([(DOOR - 1.72 + a, y, zc + b) for a, b in hx], .045, amber, cyclic=True, res=6)
    tube([(DOOR - 1.72 + a * .80, y, zc + b * .80) for a, b in hx], .018, bone, cyclic=True, res=6)
    text('1', .92, (DOOR - 1.75, y, zc), amber, (R90, 0, 0), .03, .018, font=F_BLK())
    text('ONE', 1.42, (DOOR + .62, y, zc + .10), bone, (R90, 0, 0), .035, .02, font=F_TK(), space=1.06)
    box((3.0, .05, .06), (DOOR + .62, y, zc - .74), amber, .02)
group_of_lights(sign.objs, 'neon')
for x in (-2.4, -.2, 1.5):
    box((.06, .3, .06), (DOOR + x, -.13, H + 2.02), dark, .01)
area((DOOR - .2, -.45, H + 2.0), (DOOR - .2, .2, H + 2.0), 3.4, 55, '#ff8a3a', 1.0)
# ---- the intercom
ix, iz = DOOR + W / 2 + .62, 1.52
box((.46, .06, .86), (ix, -.03, iz), mat('ibase', '#14181a', .7, .35, coat=.3), .03)
box((.40, .08, .80), (ix, -.035, iz), mat('iplate', '#8f9396', 1.0, .34, grunge=.12), .02)
cyl(.055, .05, (ix, -.08, iz + .29), mat('lens', '#05070a', 0, .05, coat=1), .01, rot=(R90, 0, 0))
torus(.062, .012, (ix, -.10, iz + .29), shining('ringNeon', '#5fe0d0', 5, 'neon'), (R90, 0, 0), n=48, k=8)
for k in range(5):
    box((.20, .02, .012), (ix, -.08, iz + .18 - k * .026), dark, 0)
for r in range(4):
    for c in range(3):
        box((.078, .05, .062), (ix - .1 + c * .1, -.07, iz - .04 - r * .085), mat('key', '#dfe6e8', 0, .4, emis='#bfe6ff', power=.55), .012)
        text('123456789*0#'[r * 3 + c], .05, (ix - .1 + c * .1, -.098, iz - .04 - r * .085), INK(), (R90, 0, 0), .001, font=F_TK())
area((ix, -.8, iz + .9), (ix, 0, iz), .3, 7, '#cfeaff', .3)
# ---- lamps beside the door, a lit window, number plate, a drain pipe, planters
for s in (-1, 1):
    x = DOOR + s * (W / 2 + (.30 if s < 0 else 1.35))
    box((.14, .12, .62), (x, -.06, 2.35), dark, .02)
    box((.09, .10, .50), (x, -.13, 2.35), mat('sconce', '#ffd9a8', 0, .4, emis='#ff9236', power=5), .02)
    area((x, -.35, 2.35), (x, .2, 1.2), .3, 16, '#ffa850', .6)
prism(cutrect(.62, .26, .06), .03, (DOOR - W / 2 - .62, -.02, 1.75), mat('enamel', '#e6dfcf', 0, .35, coat=.6), .008)
text('1407', .17, (DOOR - W / 2 - .62, -.042, 1.75), INK(), (R90, 0, 0), .002, font=F_TK())
def window(x, z, w, h, c, power):
    box((w + .24, .12, h + .24), (x, -.01, z), stone, .02)
    box((w, .04, h), (x, -.06, z), mat('wl' + c, c, 0, .3, emis=c, power=power), 0)
    for k in range(int(h / .09)):
        box((w, .03, .045), (x, -.085, z - h / 2 + .06 + k * .09), mat('blind', '#1a1d1f', 0, .6), 0, rot=(.5, 0, 0))
    for dx in (-w / 6, w / 6):
        box((.05, .06, h), (x + dx, -.10, z), dark, .01)
    box((w + .4, .3, .08), (x, -.10, z - h / 2 - .14), stone, .015)
window(-3.6, 2.15, 1.9, 1.9, '#ff9a4a', .55)
window(-7.2, 2.15, 1.9, 1.9, '#3a6a72', .35)
window(5.6, 2.15, 1.7, 1.9, '#ff8a3a', .8)
window(5.6, 5.6, 1.7, 1.7, '#8fd6dc', .5)
window(-3.6, 5.9, 1.9, 1.7, '#1c2b30', .1)
tube([(3.9, -.12, 12), (3.9, -.12, .35), (3.9, -.42, .12)], .07, mat('pipe', '#23282b', .7, .4, grunge=.1), res=5)
for x in (DOOR - W / 2 - .78, DOOR + W / 2 + 1.75):
    box((.62, .62, .62), (x, -.62, .31), mat('pot', '#1d2326', .1, .5, coat=.2), .03)
    for k in range(60):
        a, lean = rr.uniform(0, 6.28), rr.uniform(.05, .42)
        hgt = rr.uniform(.35, .8)
        p0 = (x + rr.uniform(-.2, .2), -.62 + rr.uniform(-.2, .2), .6)
        tube([p0, (p0[0] + lean * .4 * math.cos(a), p0[1] + lean * .4 * math.sin(a), .6 + hgt * .7), (p0[0] + lean * math.cos(a), p0[1] + lean * math.sin(a), .6 + hgt)], .012, mat('grass', '#1d3322', 0, .5, coat=.2))
# ---- light of the street: a sodium lamp to the right, the sky
area((7.5, -6.5, 6.5), (2.0, 0, 1.5), 1.2, 420, '#ff9a4a', .6)
area((-9, -7, 5), (-3.5, 0, 2), 3.0, 300, '#7fc6d6', 3.0)
area((2.6, -9, 2.2), (1.2, -1, 1.2), 2.5, 26, '#ffd9b0', 1.5)
dusk(.28, ((0.0, '#3a2a24'), (.10, '#24373e'), (.46, '#123039'), (1.0, '#081418')))
if view == 'tall':
    look(int(width), int(height), 27, (DOOR - .1, -10.2, 1.55), (DOOR - .1, 0, 2.2))
else:
    look(int(width), int(height), 25, (.2, -9.9, 1.45), (.2, 0, 2.15), (-.13, .03))
finish.render(os.path.join(out, 'entrance-%s.png' % view), int(samples), 1, 'Medium High Contrast', .5, .7, transparent=False)
