import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/client';
import { recordQuery } from '../../api/record-query';
import { recordAddress } from '../../rules/record-address';
import { label, plural } from '../../rules/words';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { Notice, ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day, When } from '../../ui/when';

type Deposit = Answer<'getFixedDeposit'>;

/** One term of a fixed deposit. */
export default function FixedDepositPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const deposit = useQuery(recordQuery('getFixedDeposit', id));
  if (deposit.data) return <LoadedDeposit deposit={deposit.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Fixed deposit ${id}`} />
      <ProblemNotice problem={deposit.error} retry={() => void deposit.refetch()} />
    </div>
  );
}

function LoadedDeposit({ deposit }: { deposit: Deposit }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Fixed deposit ${deposit.contractNo}`}
        beside={<Pill status={deposit.status} />}
        intro={
          <RecordLink to={recordAddress('customer', deposit.customerID)}>
            {`${deposit.accountName} (${deposit.customerID})`}
          </RecordLink>
        }
      />
      {deposit.approvalId !== null && deposit.status === 'PendingApproval' && (
        <Notice>
          The deposit waits for a decision:{' '}
          <RecordLink to={recordAddress('approval', deposit.approvalId)}>approval {deposit.approvalId}</RecordLink>.
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Money">
          <Facts
            of={[
              ['Principal', <Money amount={deposit.principalAmount} />],
              ['Rate', `${deposit.interestRate} % a year`],
              ['Interest of the term', <Money amount={deposit.totalInterest} />],
              ['Earned so far', <Money amount={deposit.interestEarned} />],
              ['Interest paid', <Money amount={deposit.interestPaid} />],
              ['Withholding tax', <Money amount={deposit.withholdingTaxPaid} />],
              ['Paid at maturity', <Money amount={deposit.maturityAmount} />],
            ]}
          />
        </Card>
        <Card title="Term">
          <Facts
            of={[
              ['Start', <Day on={deposit.startDate} />],
              ['Maturity', <Day on={deposit.maturityDate} />],
              ['Tenure', plural(deposit.tenure, 'day')],
              ['Closed', <Day on={deposit.dateClosed} />],
              ['Interest is paid', label(deposit.interestPayment)],
              ['Rolls over', label(deposit.applyRollover)],
            ]}
          />
        </Card>
        <Card title="Accounts">
          <Facts
            of={[
              ['Deposit account', deposit.accountNumber],
              [
                'Paid from',
                deposit.sourceAccount && (
                  <RecordLink to={recordAddress('account', deposit.sourceAccount)}>{deposit.sourceAccount}</RecordLink>
                ),
              ],
              [
                'Pays to',
                <RecordLink
                  to={
                    deposit.liquidationAccountType === 1
                      ? recordAddress('account', deposit.liquidationAccount)
                      : undefined
                  }
                >
                  {deposit.liquidationAccount}
                </RecordLink>,
              ],
              ['Product', deposit.productCode],
              ['Account officer', deposit.accountOfficerStaffID],
              ['Reference', deposit.referenceNumber],
              ['Opened', <When at={deposit.createdAt} />],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}
