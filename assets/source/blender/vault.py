"""Key art 2: bank vault with the prop kit. blender -b -P vault.py -- OUT.png W H SAMPLES"""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
import kit, finish
os.environ.setdefault('CLAMP', '4')
from cars_cash import *
import cases
a = sys.argv[sys.argv.index('--') + 1:]
OUT, W, H, SMP = a[0], int(a[1]), int(a[2]), int(a[3])
reset()
R90 = math.pi / 2
rr = random.Random(4)
steel = mat('vsteel', '#666b6f', 1.0, .28, grunge=.14, grunge_scale=2.2)
dark = mat('vdark', '#20262a', .7, .42, grunge=.15, grunge_scale=2)
brass = mat('vbrass', '#e0a552', 1.0, .26, grunge=.1)
conc = mat('vfloor', '#1a1d1f', 0, .16, grunge=.13, grunge_scale=.8, bump=.05, bump_scale=20)
box((30, 24, .2), (0, 0, -.1), conc, 0)
# deposit boxes on the back and side walls
def boxes(x0, x1, z0, z1, put):
    nx, nz = int((x1 - x0) / .72), int((z1 - z0) / .46)
    for i in range(nx):
        for k in range(nz):
            put(x0 + (i + .5) * (x1 - x0) / nx, z0 + (k + .5) * (z1 - z0) / nz, (x1 - x0) / nx - .05, (z1 - z0) / nz - .05)
def back(x, z, w, h):
    if (x - 3.0) ** 2 + (z - 2.9) ** 2 < 2.95 ** 2:
        return
    box((w, .12, h), (x, 6.0, z), steel if rr.random() < .8 else dark, .025, 2)
    cyl(.05, .05, (x + w * .28, 5.93, z), brass, .01, 1, (R90, 0, 0), 16)
boxes(-10.5, 10.5, .3, 6.4, back)
def left(y, z, w, h):
    box((.12, w, h), (-7.6, y, z), steel if rr.random() < .8 else dark, .025, 2)
    cyl(.05, .05, (-7.53, y + w * .28, z), brass, .01, 1, (0, R90, 0), 16)
boxes(-3.5, 6, .3, 6.4, left)
lathe([(2.66, 0), (16, 0)], (3.0, 6.2, 2.9), dark, rot=(-R90, 0, 0), n=128)
box((.3, 16, 8), (-7.9, 0, 3.5), dark, 0)
# open vault door frame with light behind
glow = mat('vglow', '#ffb45e', 0, .5, emis='#ff9a3a', power=5)
torus(2.75, .28, (3.0, 5.9, 2.9), steel, (R90, 0, 0), n=96, k=20)
torus(2.45, .10, (3.0, 5.72, 2.9), brass, (R90, 0, 0), n=96, k=12)
# round corridor behind the frame
lathe([(2.62, 0), (2.62, 9)], (3.0, 6.1, 2.9), dark, rot=(-R90, 0, 0), n=96)
strip = mat('strip', '#ff8a2a', 0, .5, emis='#ff8a2a', power=3.6)
for i in range(6):
    y = 6.9 + i * 1.35
    torus(2.56, .10, (3.0, y, 2.9), steel, (R90, 0, 0), n=96, k=12)
    torus(2.44, .035, (3.0, y + .25, 2.9), strip, (R90, 0, 0), n=96, k=8)
box((3.6, 9, .1), (3.0, 10.5, .95), mat('grat', '#15181a', .6, .3, grunge=.1), 0)
cyl(2.6, .05, (3.0, 15.0, 2.9), mat('tend', '#ff9a3a', 0, .5, emis='#ff7a1c', power=.3), 0, rot=(R90, 0, 0), n=96)
for k in range(28):
    t = k * 2 * math.pi / 28
    cyl(.09, .16, (3.0 + 2.75 * math.cos(t), 5.62, 2.9 + 2.75 * math.sin(t)), brass, .02, 2, (R90, 0, 0), 12)
# the door leaf, swung out to the right
with Group() as g:
    cyl(2.45, .7, (0, 0, 0), steel, .08, 4, (R90, 0, 0), 128)
    cyl(2.1, .5, (0, -.22, 0), dark, .06, 3, (R90, 0, 0), 128)
    cyl(1.2, .5, (0, -.34, 0), steel, .06, 3, (R90, 0, 0), 96)
    torus(.85, .07, (0, -.85, 0), brass, (R90, 0, 0), n=72)
    for k in range(5):
        t = k * 2 * math.pi / 5 + .3
        tube([(0, -.85, 0), (.95 * math.cos(t), -.85, .95 * math.sin(t))], .05, brass)
        cyl(.1, .1, (.98 * math.cos(t), -.85, .98 * math.sin(t)), brass, .03, 2, (R90, 0, 0), 24)
    cyl(.2, .7, (0, -.6, 0), steel, .04, 3, (R90, 0, 0), 48)
    for k in range(16):
        t = k * 2 * math.pi / 16
        tube([(1.5 * math.cos(t), -.5, 1.5 * math.sin(t)), (2.6 * math.cos(t), -.1, 2.6 * math.sin(t))], .11, brass)
g.place(rot=(0, 0, -1.02), loc=(6.9, 4.4, 2.9))
# props
with Group() as g:
    cases.heist(1.0)
g.place(rot=(0, 0, .42), loc=(-2.5, 1.2, .0) if W / H < 2 else (-2.15, .9, 0), scale=1.15)
with Group() as g:
    cases.heist(0.0)
g.place(rot=(0, 0, -.22) if W / H < 2 else (0, 0, .25), loc=(-4.9, 2.4, 0) if W / H < 2 else (-1.15, 3.4, 0), scale=1.15)
with Group() as g:
    gold_bars()
g.place(rot=(0, 0, -.5), loc=(2.7, .9, 0), scale=1.3)
with Group() as g:
    duffel()
g.place(rot=(0, 0, -.18), loc=(.35, .2, 0), scale=1.15)
with Group() as g:
    cash_pile()
g.place(rot=(0, 0, .5), loc=(4.9, -.3, 0), scale=1.25)
for i in range(9):
    stack((rr.uniform(-3.4, 4.2), rr.uniform(-1.7, -.5), 0), rr.uniform(0, 3))
with Group() as g:
    coin_model()
for i, (x, y, z, rx, rz) in enumerate(((-.95, -1.25, .36, R90 * .82, .3), (-1.6, -1.5, .05, 0, 0), (-2.0, -1.2, .05, 0, 1), (-1.65, -1.45, .14, .05, 2), (2.2, -1.3, .05, 0, 1), (1.75, -1.6, .05, 0, 2))):
    (g.copy if i else g.place)(rot=(rx, 0, rz), loc=(x, y, z), scale=.36)
world(top='#16262c', horizon='#0a1114', bottom='#040506', strength=.6)
area((3.0, 6.6, 3.6), (.4, -1, .2), 2.6, 1500, '#ff9a3a', 2.6)
area((-5.5, -4.5, 5.0), (-.5, .8, .5), 3.0, 560, '#fff0dc', 3.0)
area((-4.5, 1.5, 6.2), (-3.5, 6.0, 2.6), 3.0, 260, '#bfe0ea', 1.0, spread=90)
area((.5, 1.0, 7.5), (.5, .6, 0), 5.0, 620, '#ffd9a6', 1.2)
area((7.0, -4.0, 2.0), (1.5, 1, .6), 2.0, 200, '#ffcf9a', 3.0)
cd = bpy.data.cameras.new('cam')
cam = kit._link(bpy.data.objects.new('cam', cd))
bpy.context.scene.camera = cam
cd.lens = 35 if W / H < 2 else 29
wide = W / H > 2                               # the cabinet banner: lower aim, props to the right, the left third stays quiet for text
cam.location = (.2, -8.6, 2.05) if not wide else (-1.2, -9.8, 2.3)
cam.rotation_euler = (Vector((.35, 2, 1.55) if not wide else (-1.75, 2, 2.02)) - cam.location).to_track_quat('-Z', 'Y').to_euler()
sc = bpy.context.scene
sc.render.resolution_x, sc.render.resolution_y = W, H
finish.render(OUT, SMP, 1, 'High Contrast', .55, .6, transparent=False)
