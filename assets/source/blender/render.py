"""python3 render.py OUT [NAME ...]   env: NPM (node_modules with the fonts), RES, SPP, SS, FORCE=1
Renders prizes into OUT/items and cases into OUT/cases, one after another, leaving out what is there."""
import os, re, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
out, only = sys.argv[1], sys.argv[2:]
env = dict(os.environ)
for key, value in (('SS', '2'), ('RIM_KEEP', '.3')):
    env.setdefault(key, value)
listing = 'import sys; sys.path.insert(0, %r)\nimport props\nprint("ITEMS", *props.ITEMS)\nprint("CASES", *props.CASES)' % here
names = subprocess.run(['blender', '-b', '--python-expr', listing], env=env, capture_output=True, text=True).stdout
for kind, res, spp, rim in (('items', '512', '40', '#ffffff'), ('cases', '900', '64', '')):
    folder = os.path.join(out, kind)
    os.makedirs(folder, exist_ok=True)
    for name in re.search('^%s (.*)$' % kind.upper(), names, re.M).group(1).split():
        path = os.path.join(folder, name + '.png')
        if (only and name not in only) or (os.path.exists(path) and not env.get('FORCE')):
            continue
        command = ['blender', '-b', '-P', os.path.join(here, 'shot.py'), '--', name, path, env.get('RES', res), env.get('SPP', spp)]
        done = subprocess.run(command, env={**env, 'RIM': rim}, capture_output=True, text=True)
        print((re.findall('^RENDER .*$', done.stdout, re.M) or ['FAILED ' + name + '\n' + (done.stdout + done.stderr)[-1500:]])[-1], flush=True)
