import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import coinUrl from '#assets/brand/coin.webp';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { CodeField } from '#/client/ui/inputs/CodeField.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { NumberStepper } from '#/client/ui/inputs/NumberStepper.tsx';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { Slider } from '#/client/ui/inputs/Slider.tsx';
import { SliderField } from '#/client/ui/inputs/SliderField.tsx';
import { Chapter, Part, Specimen } from './Specimens.tsx';

const ignore = () => {};
/** 0, 1 to 10, 20 to 100 and so on. */
const STOPS = [
  0,
  ...[1, 10, 100, 1000].flatMap((step) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => digit * step)),
].concat([10_000, 20_000, 30_000, 40_000, 50_000]);

/** Numbers and codes. */
export function NumberChapter() {
  const { t } = useTranslation(['cases', 'errors']);
  const [quantity, setQuantity] = useState(5);
  const [coins, setCoins] = useState<number | null>(2300);
  const [volume, setVolume] = useState(0.7);
  const [code, setCode] = useState('1407');
  const stepper = {
    name: 'quantity',
    label: t('case.prizes'),
    min: 1,
    max: 200,
    decreaseLabel: 'One less',
    increaseLabel: 'One more',
    kindLabel: 'Number field',
    onValueChange: ignore,
  };
  const slider = {
    name: 'coins',
    label: 'One Coins',
    min: 0,
    max: 5000,
    step: 10,
    ticks: [0, 1000, 2000, 3000, 4000, 5000],
    unit: 'OC',
    imageUrl: coinUrl,
    locale: pageConfig.locale,
    onValueChange: ignore,
  };
  const short = {
    label: t('case.volume'),
    value: 0.4,
    locale: pageConfig.locale,
    onValueChange: ignore,
  };
  const boxes = {
    name: 'code',
    label: 'Code',
    boxLabel: (box: number) => `Digit ${box} of 6`,
    clearLabel: 'Clear the code',
    onValueChange: ignore,
  };
  return (
    <Chapter title="Numbers and codes">
      <Part title="Number stepper, 1 to 200" wide>
        <Specimen state="live">
          <NumberStepper {...stepper} value={quantity} onValueChange={setQuantity} />
        </Specimen>
        <Specimen state="focus">
          <NumberStepper {...stepper} value={12} />
        </Specimen>
        <Specimen state="at its end">
          <NumberStepper {...stepper} value={200} />
        </Specimen>
        <Specimen state="invalid">
          <NumberStepper {...stepper} value={40} error={t('errors:caseOutOfStock')} />
        </Specimen>
        <Specimen state="label unseen">
          <NumberStepper {...stepper} value={3} isLabelUnseen />
        </Specimen>
        <Specimen state="disabled">
          <NumberStepper {...stepper} value={1} disabled />
        </Specimen>
      </Part>
      <Part title="Slider with a number field and what it comes to" wide>
        <Specimen state="live" fill>
          <SliderField
            {...slider}
            value={coins}
            onValueChange={setCoins}
            equals={{
              label: 'Price',
              value: formatEuro((coins ?? 0) * 10),
            }}
          />
        </Specimen>
      </Part>
      <Part title="Slider on a road that grows, with stops of its own" wide>
        <Specimen state="live" fill>
          <SliderField
            {...slider}
            value={coins}
            onValueChange={setCoins}
            max={50_000}
            step={1}
            stops={STOPS}
            ticks={[0, 10, 100, 1000, 50_000]}
          />
        </Specimen>
      </Part>
      {(['focus', 'invalid', 'disabled'] as const).map((state) => (
        <Part key={state} title={`Slider, ${state}`}>
          <Specimen state={state} fill>
            <SliderField
              {...slider}
              value={1500}
              error={state === 'invalid' ? t('errors:errorPromocode') : undefined}
              disabled={state === 'disabled'}
            />
          </Specimen>
        </Part>
      ))}
      <Part title="Short slider" wide>
        <Specimen state="live">
          <Slider {...short} value={volume} onValueChange={setVolume} />
        </Specimen>
        <Specimen state="focus">
          <Slider {...short} />
        </Specimen>
        <Specimen state="at its end">
          <Slider {...short} value={0} />
        </Specimen>
        <Specimen state="without effect">
          <Slider {...short} dim />
        </Specimen>
        <Specimen state="disabled">
          <Slider {...short} disabled />
        </Specimen>
      </Part>
      <Part title="Six-box code" wide>
        <Specimen state="live" fill>
          <CodeField
            {...boxes}
            value={code}
            onValueChange={setCode}
            onComplete={(whole) => notify({ type: 'success', title: whole })}
            hint="The sixth digit sends it"
          />
        </Specimen>
        <Specimen state="focus" fill>
          <CodeField {...boxes} value="" />
        </Specimen>
        <Specimen state="invalid" fill>
          <CodeField {...boxes} value="123456" error={t('errors:errorPromocode')} />
        </Specimen>
        <Specimen state="disabled" fill>
          <CodeField {...boxes} value="123456" disabled />
        </Specimen>
      </Part>
    </Chapter>
  );
}
