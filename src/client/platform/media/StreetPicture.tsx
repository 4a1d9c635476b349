import styles from './StreetPicture.module.css';

const urls = import.meta.glob<string>('../../../../assets/{landing,scenes}/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

const SCENES = {
  street: { path: 'landing/street', wide: [1920, 1080], tall: [780, 1200] },
  entrance: { path: 'scenes/entrance', wide: [1280, 720], tall: [624, 960] },
  roadblock: { path: 'scenes/roadblock', wide: [1280, 720], tall: [624, 960] },
} as const;

interface StreetPictureProps {
  /** Part of the street: its middle, the door of a house, or where it is closed. */
  scene?: keyof typeof SCENES;
  className?: string | undefined;
  /** lazy: for places below the first screen. */
  loading?: 'eager' | 'lazy';
}

/** The street at night as a background; phones have their own picture. */
export function StreetPicture({ scene = 'street', className, loading = 'eager' }: StreetPictureProps) {
  const { path } = SCENES[scene];
  const source = (view: 'wide' | 'tall', format: 'avif' | 'webp') => {
    const [width, height] = SCENES[scene][view];
    const srcSet = urls[`../../../../assets/${path}-${view}.${format}`];
    return { type: `image/${format}`, srcSet, width, height };
  };
  const { srcSet, width, height } = source('wide', 'webp');
  return (
    <picture className={styles.frame}>
      <source media="(max-width: 767px)" {...source('tall', 'avif')} />
      <source media="(max-width: 767px)" {...source('tall', 'webp')} />
      <source {...source('wide', 'avif')} />
      <img
        className={[styles.picture, className].join(' ')}
        src={srcSet}
        alt=""
        width={width}
        height={height}
        loading={loading}
        fetchPriority={loading === 'lazy' ? 'auto' : 'high'}
      />
    </picture>
  );
}
