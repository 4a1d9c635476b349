import { Select } from '#/client/ui/inputs/Select.tsx';
import { RATES_HZ, type Conditions } from '#/client/areas/playground/state/conditions.ts';

const RATES = RATES_HZ.map((rate) => ({
  value: String(rate),
  label: rate === 0 ? 'As the screen' : `${rate} Hz`,
}));

/** Selects the refresh rate of the emulated screen. */
export function RateSelect({
  rate,
  change,
}: {
  rate: number;
  change: (changed: Partial<Conditions>) => void;
}) {
  return (
    <Select
      name="rate"
      label="Refresh rate"
      value={String(rate)}
      onValueChange={(value) => change({ rate: Number(value) })}
      options={RATES}
    />
  );
}
