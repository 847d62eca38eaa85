import { PageHead } from '../../../ui/page-head';
import { TabPanels } from '../../../ui/tab-panels';
import { CaseFigures } from './case-figures';
import { KycGaps } from './kyc-gaps';
import { Validation } from './validation';

/** How well monitoring works: cases, rules and scenarios, and the data of customers. */
export default function EffectivenessPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Effectiveness"
        intro="Volume and outcome of the desk, month by month, for its own review and for examiners."
      />
      <TabPanels
        panels={[
          { name: 'cases', title: 'Cases', operation: 'getAmlCaseSummary', content: () => <CaseFigures /> },
          {
            name: 'validation',
            title: 'Rules and scenarios',
            operation: 'getAmlModelValidation',
            content: () => <Validation />,
          },
          { name: 'kyc', title: 'Data of customers', operation: 'getKycDataQuality', content: () => <KycGaps /> },
        ]}
      />
    </div>
  );
}
