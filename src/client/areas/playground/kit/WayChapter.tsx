import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '#/client/platform/navigation/LanguageSwitch.tsx';
import { Accordion } from '#/client/ui/navigation/Accordion.tsx';
import { Breadcrumbs } from '#/client/ui/navigation/Breadcrumbs.tsx';
import { HazardTag } from '#/client/ui/display/HazardTag.tsx';
import { HazardTape } from '#/client/ui/display/HazardTape.tsx';
import { RoadLine } from '#/client/ui/display/RoadLine.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { Chapter, LiveStates, Part, Specimen } from './Specimens.tsx';

const LINES = ['odds', 'kept', 'coupon'] as const;

/** Navigation. */
export function WayChapter() {
  const { t } = useTranslation(['landing', 'cabinet', 'cases']);
  const [tab, setTab] = useState('profile');
  const tabs = [
    { value: 'profile', label: t('cabinet:tabs.profile'), icon: 'user' as const },
    { value: 'inventory', label: t('cabinet:tabs.inventory'), icon: 'backpack' as const, count: 12 },
    { value: 'premium', label: 'Premium', icon: 'crown' as const },
    { value: 'services', label: 'Services', icon: 'wrench' as const },
    { value: 'offers', label: 'Special offers', icon: 'percent' as const, disabled: true, tag: 'Soon' },
    { value: 'paid', label: 'Paid', disabled: true },
  ];
  return (
    <Chapter title="Ways and dividers">
      <Part title="Tabs; one that cannot be chosen yet" wide>
        <Specimen state="live" fill>
          <Tabs label="Sample" tabs={tabs} value={tab} onValueChange={setTab}>
            {tabs.find(({ value }) => value === tab)?.label}
          </Tabs>
        </Specimen>
      </Part>
      <Part title="Tabs, hover">
        <Specimen state="hover" fill>
          <Tabs label="Sample, hover" tabs={tabs.slice(0, 2)} value="profile" onValueChange={() => {}}>
            {tabs[0]?.label}
          </Tabs>
        </Specimen>
      </Part>
      <Part title="Tabs, small, with the focus">
        <Specimen state="focus" fill>
          <Tabs
            size="small"
            label="Small sample"
            tabs={tabs.slice(0, 2)}
            value="inventory"
            onValueChange={() => {}}
          >
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
      {(['hover', 'focus'] as const).map((state) => (
        <Part key={state} title={`Accordion, ${state}`}>
          <Specimen state={state} fill>
            <Accordion
              heading="h4"
              items={[{ value: state, title: t('cases.rarities'), content: t('cases.odds') }]}
            />
          </Specimen>
        </Part>
      ))}
      <Part title="Breadcrumbs and languages">
        <Specimen state="live" fill>
          <Breadcrumbs
            label={t('cases:case.crumbs')}
            crumbs={[
              { label: t('cases:case.cabinet'), to: '#kit' },
              { label: t('cases:case.inventory'), to: '#kit' },
              { label: t('cases.title') },
            ]}
          />
        </Specimen>
        <LiveStates>
          <LanguageSwitch />
        </LiveStates>
      </Part>
      <Part title="Section heading, with a remark" wide>
        <Specimen state="rest" fill>
          <SectionHeading kicker={t('cases.kicker')} title={t('servers.title')}>
            {t('servers.lead')}
          </SectionHeading>
        </Specimen>
      </Part>
      <Part title="Dividers" wide>
        <Specimen state="double yellow line" fill>
          <RoadLine />
        </Specimen>
        <Specimen state="dashed line" fill>
          <RoadLine marking="dashed" />
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
