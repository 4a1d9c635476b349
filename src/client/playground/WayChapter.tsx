import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Accordion } from '../ui/Accordion.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { DoubleLine } from '../ui/DoubleLine.tsx';
import { HazardTag } from '../ui/HazardTag.tsx';
import { HazardTape } from '../ui/HazardTape.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Chapter, Part, Specimen } from './Specimens.tsx';

const LINES = ['odds', 'kept', 'coupon'] as const;

/** What leads through a page. */
export function WayChapter() {
  const { t } = useTranslation(['landing', 'cabinet', 'cases']);
  const [tab, setTab] = useState('profile');
  const tabs = [
    { value: 'profile', label: t('cabinet:tabs.profile'), icon: 'user' as const },
    { value: 'inventory', label: t('cabinet:tabs.inventory'), icon: 'backpack' as const, count: 12 },
  ];
  return (
    <Chapter title="Ways and dividers">
      <Part title="Tabs">
        <Specimen state="live" fill>
          <Tabs label="Sample" tabs={tabs} value={tab} onValueChange={setTab}>
            {tabs.find(({ value }) => value === tab)?.label}
          </Tabs>
        </Specimen>
      </Part>
      <Part title="Tabs, small, with the focus">
        <Specimen state="focus" fill>
          <Tabs size="small" label="Small sample" tabs={tabs} value="inventory" onValueChange={() => {}}>
            {tabs[1]?.label}
          </Tabs>
        </Specimen>
      </Part>
      <Part title="Accordion: the open one closes, 300 ms later the next opens">
        <Specimen state="live" fill>
          <Accordion
            heading="h4"
            defaultValue="odds"
            items={LINES.map((line) => ({
              value: line,
              title: t(
                line === 'odds' ? 'cases.title' : line === 'kept' ? 'servers.title' : 'cases.rarities',
              ),
              content: t(`cases.${line}`),
            }))}
          />
        </Specimen>
      </Part>
      <Part title="Breadcrumbs, section heading, dividers">
        <Specimen state="breadcrumbs" fill>
          <Breadcrumbs
            label={t('cases:case.crumbs')}
            crumbs={[
              { label: t('cases:case.cabinet'), to: '#kit' },
              { label: t('cases:case.inventory'), to: '#kit' },
              { label: t('cases.title') },
            ]}
          />
        </Specimen>
        <Specimen state="section heading" fill>
          <SectionHeading kicker={t('cases.kicker')} title={t('servers.title')}>
            {t('servers.lead')}
          </SectionHeading>
        </Specimen>
        <Specimen state="double yellow line" fill>
          <DoubleLine />
        </Specimen>
        <Specimen state="hazard tape" fill>
          <HazardTape />
        </Specimen>
        <Specimen state="coming soon">
          <HazardTag>Soon</HazardTag>
        </Specimen>
      </Part>
    </Chapter>
  );
}
