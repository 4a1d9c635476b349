import { MEDALS, medalImage, shopImage } from '#/client/platform/media/images.ts';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './PictureChapter.module.css';
import { Chapter, Part } from './Specimens.tsx';

const namesIn = (files: Record<string, unknown>) =>
  Object.keys(files).map((path) => path.replace(/^.*assets\/(.*?)(\.\w+)+$/, '$1'));
const PRODUCTS = namesIn(import.meta.glob('../../../../../assets/products/*.rim.avif'));
const COINS = ['coins1', 'coins2', 'coins3', 'coins4'].map((name) => `items/${name}`);
const CARDS = ['card-bronze', 'card-graphite', 'premium-card'].map((name) => `items/${name}`);
const paymentMarks = import.meta.glob<string>('../../../../../assets/payments/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Pictures of products, prizes and payment methods. */
export function PictureChapter() {
  const levels = Array.from({ length: MEDALS }, (_, index) => index + 1);
  return (
    <Chapter title="Pictures">
      <Shelf title="Coins and cards" pictures={[...COINS, ...CARDS].map((path) => [path, shopImage(path)])} />
      <Shelf title="Goods" pictures={PRODUCTS.map((path) => [path, shopImage(path)])} />
      <Shelf title="Medals" pictures={levels.map((level) => [`referral/medal${level}`, medalImage(level)])} />
      <Part title="Payment methods" wide>
        {Object.entries(paymentMarks).map(([path, url]) => (
          <img key={path} src={url} alt={namesIn({ [path]: url })[0]} className={styles.mark} />
        ))}
      </Part>
    </Chapter>
  );
}

function Shelf({ title, pictures }: { title: string; pictures: [string, PictureFiles][] }) {
  return (
    <Part title={title} wide>
      <ul className={styles.shelf}>
        {pictures.map(([path, picture]) => (
          <li key={path}>
            <Picture files={picture} alt={path} loading="lazy" decoding="async" />
          </li>
        ))}
      </ul>
    </Part>
  );
}
