"""blender -b -P case_shot.py -- CASE OUT RES SAMPLES T [T ...] [--dark]
T is the opening, 0..1. The camera and the light are fitted to the OPEN case once, so that all frames align.
With several T the files are OUT with %02d. env: NPM, SS. --dark: the placeholder, without its own light."""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
import cases, finish
args = [a for a in sys.argv[sys.argv.index('--') + 1:] if a != '--dark']
dark = '--dark' in sys.argv
name, out, res, smp, ts = args[0], args[1], int(args[2]), int(args[3]), [float(a) for a in args[4:]] or [0.0]
o = cases.CASES[name]
def build(t):
    reset()
    with Group() as g:
        o['fn'](t, dark)
    g.place(rot=(0, 0, math.radians(o.get('rot', 0))))
build(1.0)
cam, ctr = camera(o['dir'], o.get('lens', 80), o.get('margin', 1.10), res)
loc, rot, ctr = cam.location.copy(), cam.rotation_euler.copy(), ctr.copy()
ext = max((p - ctr).length for p in bounds())
for i, t in enumerate(ts):
    build(t)
    cd = bpy.data.cameras.new('cam')
    cd.lens = o.get('lens', 80)
    cam = bpy.data.objects.new('cam', cd)
    bpy.context.scene.collection.objects.link(cam)
    cam.location, cam.rotation_euler = loc, rot
    sc = bpy.context.scene
    sc.camera = cam
    sc.render.resolution_x = sc.render.resolution_y = res
    sc.render.resolution_percentage = 100
    studio(o['rim'] if not dark else '#ffffff', o.get('key', '#fff1dc'), o.get('fill', '#8fc7d6'), s=ext / 1.35, ctr=ctr,
           key_power=.35 if dark else o.get('kp', 1), fill_power=.5 if dark else o.get('fp', 1), rim_power=.6 if dark else 1, front=o.get('front', 0) * (.3 if dark else 1), front_dir=o['dir'])
    finish.render(out % i if '%' in out else out, smp, int(os.environ.get('SS', '1')), o.get('look', 'High Contrast'), o.get('ev', .4) - (.5 if dark else 0), .3 if dark else .55)
