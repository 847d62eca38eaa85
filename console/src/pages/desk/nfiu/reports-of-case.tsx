import { ListPage } from '../../../list/list-page';
import { Notice } from '../../../ui/notice';
import type { AmlCase } from '../cases/case-words';
import { REPORTS } from './report-list';

/** The reports about the customer of a case. */
export function ReportsOfCase({ of }: { of: AmlCase }) {
  if (of.customerID === null) return <Notice>The case is about no customer.</Notice>;
  return <ListPage of={{ ...REPORTS, isPart: true, fixed: { CustomerID: of.customerID } }} />;
}
