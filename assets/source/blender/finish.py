"""Render with guide passes, denoise (edge-avoiding a-trous, albedo-demodulated), bloom from the Emit pass, tone-map, save."""
import bpy, os, time, tempfile, glob, shutil
import numpy as np

def _load(path):
    im = bpy.data.images.load(path)
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    return a.reshape(h, w, 4)

def atrous(col, nrm, alb, alpha, iters=4, sc=0.55, sn=0.25, sa=0.12):
    eps = 0.02
    dem = alb + eps
    c = col / dem
    k1 = np.array([1, 4, 6, 4, 1], np.float32) / 16
    H, W, _ = c.shape
    for it in range(iters):
        step = 1 << it
        pad = 2 * step
        cp = np.pad(c, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        npd = np.pad(nrm, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        ap = np.pad(alb, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        lp = np.pad(alpha, ((pad, pad), (pad, pad)), 'edge')
        acc = np.zeros_like(c)
        ws = np.zeros((H, W), np.float32)
        lc = np.log1p(c)
        s_c = sc * (0.6 ** it)
        for j in range(5):
            for i in range(5):
                y, x = j * step, i * step
                cc = cp[y:y + H, x:x + W]
                d = ((np.log1p(cc) - lc) ** 2).sum(2) / (s_c * s_c)
                d += ((npd[y:y + H, x:x + W] - nrm) ** 2).sum(2) / (sn * sn)
                d += ((ap[y:y + H, x:x + W] - alb) ** 2).sum(2) / (sa * sa)
                d += (lp[y:y + H, x:x + W] - alpha) ** 2 / 0.02
                w = np.exp(-d) * (k1[j] * k1[i])
                acc += cc * w[..., None]
                ws += w
        c = acc / ws[..., None]
    return c * dem

def blur(a, r):
    """Three box blurs ~ gaussian of sigma r."""
    n = max(1, int(round(r)))
    for _ in range(3):
        for ax in (0, 1):
            p = np.pad(a, [(n + 1, n) if q == ax else (0, 0) for q in range(3)], 'constant')
            cs = np.cumsum(p, axis=ax, dtype=np.float64)
            L = a.shape[ax]
            k = 2 * n + 1
            hi = np.take(cs, range(k, k + L), axis=ax)
            lo = np.take(cs, range(0, L), axis=ax)
            a = ((hi - lo) / k).astype(np.float32)
    return a

def bloomed(col, alpha, emi, amount, transparent):
    """Adds the glow of what emits light, also to the alpha, so that it survives on nothing."""
    if not amount or float(emi.max()) <= .05:
        return col, alpha
    h = col.shape[0]
    e = np.minimum(emi, 12.0) * (alpha[..., None] if transparent else 1.0)
    q = 4
    hh, ww = e.shape[0] // q * q, e.shape[1] // q * q
    small = e[:hh, :ww].reshape(hh // q, q, ww // q, q, 3).mean((1, 3))
    def up(a):
        a = a.repeat(q, 0).repeat(q, 1)
        a = np.pad(a, ((0, e.shape[0] - hh), (0, e.shape[1] - ww), (0, 0)), 'edge')
        return blur(a, q / 2)
    b = .34 * blur(e, h * .006) + up(sum(w * blur(small, h * r / q) for w, r in ((.26, .017), (.17, .042), (.09, .095))))
    col = col + b * amount * .5
    if transparent:
        l = np.clip(b.max(2) * amount * .5, 0, 1)
        alpha = np.maximum(alpha, 1 - (1 - alpha) * (1 - np.clip(l * 1.15, 0, .92)))
    return col, alpha

def shrunk(x, scale):
    h, w = x.shape[0] // scale, x.shape[1] // scale
    return x[:h * scale, :w * scale].reshape(h, scale, w, scale, -1).mean((1, 3))

def save(name, col, alpha, path, mode):
    h, w = alpha.shape
    im = bpy.data.images.new(name, w, h, alpha=True, float_buffer=True)
    im.pixels.foreach_set(np.dstack([col, alpha]).astype(np.float32).ravel())
    im.update()
    sc = bpy.context.scene
    sc.render.image_settings.file_format = 'PNG'
    sc.render.image_settings.color_mode = mode
    sc.render.image_settings.color_depth = '8'
    im.save_render(path, scene=sc)

def render(path, samples=64, scale=2, look='High Contrast', exposure=0.0, bloom=0.55, transparent=True, depth=False, off=None):
    """Renders the scene into path. depth: also path_z.npy. off: a light group; also path.off.png, the same picture without its light."""
    rim_keep = float(os.environ.get('RIM_KEEP', '.3'))
    sc = bpy.context.scene
    vl = bpy.context.view_layer
    base = (sc.render.resolution_x, sc.render.resolution_y)
    sc.render.resolution_x, sc.render.resolution_y = base[0] * scale, base[1] * scale
    sc.render.engine = 'CYCLES'
    cy = sc.cycles
    cy.samples = samples
    cy.use_adaptive_sampling = True
    cy.adaptive_threshold = float(os.environ.get('THRESH', '.02'))
    cy.use_denoising = False
    cy.max_bounces = 6
    cy.diffuse_bounces = 2
    cy.glossy_bounces = 3
    cy.transmission_bounces = 6
    cy.transparent_max_bounces = 6
    cy.sample_clamp_indirect = 5
    cy.sample_clamp_direct = float(os.environ.get('CLAMP', '40'))
    cy.blur_glossy = 0.8
    cy.caustics_reflective = cy.caustics_refractive = False
    sc.render.film_transparent = transparent
    sc.view_settings.view_transform = 'Filmic'
    sc.view_settings.look = look
    sc.view_settings.exposure = exposure
    vl.cycles.denoising_store_passes = True
    vl.use_pass_emit = True
    vl.use_pass_z = depth
    if off:
        vl.aovs.add().name = off
    tmp = tempfile.mkdtemp()
    sc.use_nodes = True
    nt = sc.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new('CompositorNodeRLayers')
    fo = nt.nodes.new('CompositorNodeOutputFile')
    fo.base_path = tmp
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_mode = 'RGBA'
    fo.format.color_depth = '32'
    fo.file_slots.clear()
    groups = [g.name for g in vl.lightgroups]
    want = [('Image', 'c'), ('Denoising Normal', 'n'), ('Denoising Albedo', 'a'), ('Emit', 'e')] + ([('Depth', 'z')] if depth else []) + ([('Combined_rim', 'r')] if 'rim' in groups else [])
    if off:
        want += [('Combined_' + off, 'g'), (off, 'o')]
    for s, k in want:
        fo.file_slots.new(k)
        nt.links.new(rl.outputs[s], fo.inputs[k])
    comp = nt.nodes.new('CompositorNodeComposite')
    nt.links.new(rl.outputs['Image'], comp.inputs['Image'])
    t0 = time.time()
    bpy.ops.render.render(write_still=False)
    t1 = time.time()
    P = {k: np.nan_to_num(_load(glob.glob(os.path.join(tmp, k + '*.exr'))[0]), nan=0.0, posinf=50.0) for _, k in want}
    shutil.rmtree(tmp)
    col, alpha0 = P['c'][..., :3].copy(), P['c'][..., 3].copy()
    alb, nrm, emi = P['a'][..., :3], P['n'][..., :3], P['e'][..., :3]
    rim = None
    if 'r' in P:                      # taken away before denoising: the grain of both is the same and cancels
        rim = np.clip(P['r'][..., :3], 0, None)
        col = np.clip(col - rim * (1 - rim_keep), 0, None)
        # the mask ships at 192 px: half size is plenty
        hh, ww = rim.shape[0] // 2 * 2, rim.shape[1] // 2 * 2
        def half(x):
            return x[:hh, :ww].reshape(hh // 2, 2, ww // 2, 2, -1).mean((1, 3))
        rim = atrous(half(rim), half(nrm), half(alb), half(alpha0[..., None])[..., 0], iters=3).repeat(2, 0).repeat(2, 1)
        rim = np.pad(rim, ((0, alpha0.shape[0] - hh), (0, alpha0.shape[1] - ww), (0, 0)), 'edge')
    mode = 'RGBA' if transparent else 'RGB'
    def develop(col, emi, file):
        col = atrous(np.clip(col - emi, 0, None), nrm, alb, alpha0) + emi
        col, alpha = bloomed(col, alpha0, emi, bloom, transparent)
        if scale > 1:                 # tone-aware average: fireflies do not dominate
            wgt = 1 / (1 + col.max(2, keepdims=True))
            col = shrunk(col * wgt, scale) / shrunk(wgt, scale)
            alpha = shrunk(alpha[..., None], scale)[..., 0]
        save('out', col, alpha, file, mode)
        return alpha
    alpha = develop(col, emi, path)
    if off:
        lit = np.clip(P['g'][..., :3], 0, None)
        own = np.minimum(np.clip(P['o'][..., :3], 0, None), emi)
        develop(np.clip(col - lit, 0, None), emi - own, path.replace('.png', '.off.png'))
    if depth:
        np.save(path.replace('.png', '_z.npy'), P['z'][::scale, ::scale, 0])
    if rim is not None:
        # tintable mask: white, alpha = tone-mapped rim luminance
        l = (rim @ np.array([.3, .5, .2], np.float32))[..., None]
        if scale > 1:
            l = shrunk(l / (1 + l), scale)
            l = l / np.maximum(1e-4, 1 - l)
        a = np.clip((1 - np.exp(-l[..., 0] * 2.2)) ** (1 / 1.6), 0, 1) * np.clip(alpha, 0, 1)
        sc.view_settings.view_transform, sc.view_settings.look, sc.view_settings.exposure = 'Standard', 'None', 0
        save('rim', np.dstack([a] * 3), a, path.replace('.png', '.rim.png'), mode)
    sc.render.resolution_x, sc.render.resolution_y = base
    print('RENDER %s cycles %.1fs post %.1fs' % (os.path.basename(path), t1 - t0, time.time() - t1), flush=True)
