import { useTranslation } from 'react-i18next';
import type { GameServer } from '#/contract/landing.ts';
import type { Product } from '#/contract/shop.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { GoodsList } from './GoodsList.tsx';
import styles from './GoodsTab.module.css';

interface GoodsTabProps {
  product: Product;
  servers: readonly GameServer[];
}

/** A tab of goods that are sold by the piece (S7). */
export function GoodsTab({ product, servers }: GoodsTabProps) {
  const { t } = useTranslation('shop');
  return (
    <GoodsList
      key={product.type}
      servers={servers}
      sells={({ product_type: type, case_id: caseId }) => type === product.type && caseId === null}
      intro={
        <div className={styles.intro}>
          <div className={styles.picture}>
            <Picture files={shopImage(product.image)} decoding="async" />
          </div>
          <div className={styles.words}>
            <h2>{product.tab_title}</h2>
            <p>{t(readToken() ? 'goods.leadOwn' : 'goods.lead')}</p>
          </div>
        </div>
      }
    />
  );
}
