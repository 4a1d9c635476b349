import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import coinUrl from '#assets/brand/coin.webp';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Avatar } from '#/client/ui/display/Avatar.tsx';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Chip } from '#/client/ui/display/Chip.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { Price } from '#/client/ui/display/Price.tsx';
import { Receipt } from '#/client/ui/surfaces/Receipt.tsx';
import { Ticket } from '#/client/ui/surfaces/Ticket.tsx';
import { TierCard } from '#/client/ui/surfaces/TierCard.tsx';
import { Wallet } from '#/client/ui/display/Wallet.tsx';
import styles from './PaperChapter.module.css';
import { Chapter, Part, Specimen } from './Specimens.tsx';

const TIERS = [
  { picture: 'coin', scale: 0.56, percent: 5, euro: [10, 49] },
  { picture: 'coins2', scale: 0.82, percent: 10, euro: [50, 149] },
  { picture: 'coins3', scale: 1.06, percent: 25, euro: [150, 249] },
  { picture: 'coins4', scale: 1.2, percent: 40, euro: [250, 500] },
] as const;
const TONES = ['tail', 'sodium', 'signal', 'quiet'] as const;

/** Paper, enamel and money. */
export function PaperChapter() {
  const { t } = useTranslation(['cases', 'common', 'cabinet']);
  const { locale } = pageConfig;
  const [tier, setTier] = useState(2);
  const coins = (amount: number) => formatCoins(amount);
  return (
    <Chapter title="Paper, enamel, money">
      <Part title="Receipt">
        <Specimen state="rest" fill>
          <div className={styles.receipt}>
            <Receipt
              issuer="ONE STORE"
              number="№ 0412-77"
              title={t('result.title')}
              note="2026-11-21 · EVEREST · marlo.night"
              rows={[
                { label: 'One Coins', value: coins(2300) },
                { label: 'Bonus ×1.25', value: `+${coins(575)}`, tone: 'bonus' },
                { label: t('cabinet:profile.balance'), value: coins(2875) },
              ]}
              totalLabel="Total"
              total={formatEuro(23_000)}
            >
              <Button wide icon="arrowRight">
                {t('result.keep')}
              </Button>
            </Receipt>
          </div>
        </Specimen>
      </Part>
      <Part title="Plates, chips, badges, prices">
        <Specimen state="plate">
          <Plate code="01">EVEREST</Plate>
        </Specimen>
        <Specimen state="chip">
          <Chip icon="case" label={t('case.stock')} value={t('case.stockCount', { pieces: 12 })} />
        </Specimen>
        <Specimen state="wallet">
          <Wallet amount={formatNumber(2480)} label={t('common:header.balance')} coinUrl={coinUrl} />
        </Specimen>
        {TONES.map((tone) => (
          <Specimen key={tone} state={`badge, ${tone}`}>
            <Badge tone={tone}>+25 %</Badge>
          </Specimen>
        ))}
        {(['small', 'medium', 'large'] as const).map((size) => (
          <Specimen key={size} state={`price, ${size}`}>
            <Price currency="OC" amount={12_450} locale={locale} size={size} />
          </Specimen>
        ))}
        <Specimen state="price in euro, reduced">
          <Price
            currency="EUR"
            cents={123_450}
            locale={locale}
            size="large"
            before={{ currency: 'EUR', cents: 150_000 }}
            beforeLabel="Was"
          />
        </Specimen>
        {(['small', 'medium', 'large'] as const).map((size) => (
          <Specimen key={size} state={`avatar, ${size}`}>
            <Avatar name="marlo.night" size={size} />
          </Specimen>
        ))}
      </Part>
      <Part title="Ticket">
        <Specimen state="rest" fill>
          <Ticket
            code="ONE-1407"
            copyLabel={t('cabinet:profile.copy')}
            copiedLabel={t('cabinet:profile.copied')}
          />
        </Specimen>
      </Part>
      <Part title="Ticket, a long code">
        <Specimen state="rest" fill>
          <Ticket
            code="play.everest.one-rp.example.org:22005"
            copyLabel={t('cabinet:profile.copy')}
            copiedLabel={t('cabinet:profile.copied')}
          />
        </Specimen>
      </Part>
      <Part title="Panels" wide>
        {(['panel', 'raised', 'lit'] as const).map((tone) => (
          <Specimen key={tone} state={tone} fill>
            <Panel as="div" tone={tone}>
              {t('case.unknownText')}
            </Panel>
          </Specimen>
        ))}
      </Part>
      <Part title="Tiers" wide>
        <div className={styles.tiers}>
          {TIERS.map(({ picture, scale, percent, euro }, at) => (
            <TierCard
              key={picture}
              title={`Tier ${at + 1}`}
              picture={itemImage(picture).picture}
              pictureScale={scale}
              bonus={`+${percent} %`}
              priceLabel="from"
              price={`${euro[0]} – ${euro[1]} €`}
              selected={at === tier}
              onSelect={() => setTier(at)}
            />
          ))}
          {(['hover', 'focus', 'disabled'] as const).map((state) => (
            <div key={state} data-show={state} className={styles.tier}>
              <TierCard
                title={state}
                picture={itemImage('coins2').picture}
                bonus="+10 %"
                priceLabel="from"
                price="50 – 149 €"
                selected={false}
                onSelect={() => {}}
                disabled={state === 'disabled'}
              />
            </div>
          ))}
        </div>
      </Part>
    </Chapter>
  );
}
