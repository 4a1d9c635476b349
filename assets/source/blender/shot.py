"""blender -b -P shot.py -- NAME OUT RES SAMPLES   env: NPM (node_modules with the fonts), SS (supersampling)
Writes OUT, a picture on nothing, and OUT.rim.png, the white mask of its rim light. NAME is one of shots.py."""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
import shots, finish
name, out, res, samples = sys.argv[sys.argv.index('--') + 1:]
reset()
o = shots.SHOTS[name]()
view = o.get('dir', (1.0, -1.9, .95))
cam, ctr = camera(view, o.get('lens', 85), 1.06, int(res))
ext = max((p - ctr).length for p in bounds())
studio('#ffffff', o.get('key', '#fff1dc'), o.get('fill', '#8fc7d6'), s=ext / 1.35, ctr=ctr,
       key_power=o.get('kp', 1), fill_power=o.get('fp', 1), front=o.get('front', 0), front_dir=view)
finish.render(out, int(samples), int(os.environ.get('SS', '1')), o.get('look', 'High Contrast'), o.get('ev', .3), .55)
