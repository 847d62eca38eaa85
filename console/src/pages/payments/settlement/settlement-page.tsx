import { action } from '../../../form/action';
import { ActionButtons } from '../../../form/action-host';
import { ListPage } from '../../../list/list-page';
import { PageHead } from '../../../ui/page-head';
import { TabPanels } from '../../../ui/tab-panels';
import { LINES } from './settlement-lines';
import { REPORTS } from './settlement-reports';
import { UnreportedTransfers } from './unreported-transfers';
import { UploadReport } from './upload-report';

/** Opens the form below, which reads the file. */
const UPLOAD = action<undefined>()({
  operation: 'uploadSettlementReport',
  title: 'Upload a report',
  done: 'The report has been compared with our transfers.',
});

/** The payments that providers report, beside those of our books. */
export default function SettlementPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Settlement reports"
        intro="Each line of a provider's report is compared with our transfers. A matched line is the evidence with which two members of staff settle an open transfer."
      >
        <ActionButtons actions={[UPLOAD]} record={undefined} />
      </PageHead>
      <TabPanels
        panels={[
          {
            name: 'reports',
            title: 'Reports',
            operation: 'listSettlementReports',
            content: () => <ListPage of={REPORTS} />,
          },
          { name: 'lines', title: 'Lines', operation: 'listSettlementLines', content: () => <ListPage of={LINES} /> },
          {
            name: 'unreported',
            title: 'Unreported transfers',
            operation: 'listUnreportedTransfers',
            content: () => <UnreportedTransfers />,
          },
        ]}
      />
      <UploadReport />
    </div>
  );
}
