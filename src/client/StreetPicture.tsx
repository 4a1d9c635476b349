import tallAvif from '#assets/landing/street-tall.avif';
import tallWebp from '#assets/landing/street-tall.webp';
import wideAvif from '#assets/landing/street-wide.avif';
import wideWebp from '#assets/landing/street-wide.webp';
import styles from './StreetPicture.module.css';

/** The street at night as a background; phones get a picture of their own. */
export function StreetPicture({ className }: { className?: string | undefined }) {
  return (
    <picture className={styles.frame}>
      <source media="(max-width: 767px)" type="image/avif" srcSet={tallAvif} />
      <source media="(max-width: 767px)" type="image/webp" srcSet={tallWebp} />
      <source type="image/avif" srcSet={wideAvif} />
      <img className={[styles.picture, className].join(' ')} src={wideWebp} alt="" fetchPriority="high" />
    </picture>
  );
}
