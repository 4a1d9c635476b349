import sharp from 'sharp';

// blocks all loaders, so that no file can reach those of SVG, PDF, GIF or TIFF; those of the four formats are opened
// again below
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) });
// caches no decoded pictures, and leaves the other processors to the site
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
export type { OverlayOptions, Sharp } from 'sharp';
