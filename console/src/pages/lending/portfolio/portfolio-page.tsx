import { PageHead } from '../../../ui/page-head';
import { TabPanels } from '../../../ui/tab-panels';
import { AtRiskPart } from './at-risk-part';
import { MovementsPart } from './movements-part';
import { ProvisionsPart } from './provisions-part';
import { RollRatesPart } from './roll-rates-part';
import { VintagesPart } from './vintages-part';

const PANELS = [
  { name: 'at-risk', title: 'At risk', content: () => <AtRiskPart /> },
  { name: 'provisions', title: 'Provisions', content: () => <ProvisionsPart /> },
  { name: 'movements', title: 'Movements of provisions', content: () => <MovementsPart /> },
  { name: 'roll-rates', title: 'Roll rates', content: () => <RollRatesPart /> },
  { name: 'vintages', title: 'Vintages', content: () => <VintagesPart /> },
];

/** The loans of the institution together, as of closed days. */
export default function PortfolioPage() {
  return (
    <div className="space-y-4">
      <PageHead title="Portfolio" intro="The loans of the institution together, at the end of a closed day." />
      <TabPanels panels={PANELS} />
    </div>
  );
}
