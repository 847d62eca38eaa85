import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { useMay } from '../../../app/session';
import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';
import type { Account } from './account-actions';

/** The facts of an account, and how much may move. */
export function AccountFacts({ account }: { account: Account }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={account.isVirtualAccount ? 'Virtual account' : 'Account'}>
        <Facts
          of={[
            ['Number', account.accountNumber],
            account.settlementAccountNumber !== null && [
              'Settlement account',
              <RecordLink to={recordAddress('account', account.settlementAccountNumber)}>
                {account.settlementAccountNumber}
              </RecordLink>,
            ],
            ['Product', `${account.productName} (${account.productCode})`],
            ['Branch', `${account.branchName} (${account.branchCode})`],
            ['Account officer', `${account.accountOfficerName} (${account.accountOfficerStaffID})`],
            account.kycTier !== null && ['KYC tier', account.kycTier],
            ['Opened', <Day on={account.dateOpened} />],
            account.dateClosed !== null && ['Closed', <Day on={account.dateClosed} />],
            !!account.referenceNumber && ['Reference', account.referenceNumber],
            account.pendingApprovalId !== null && [
              'Waits for',
              <RecordLink to={recordAddress('approval', account.pendingApprovalId)}>
                Approval {account.pendingApprovalId}
              </RecordLink>,
            ],
            account.isVirtualAccount && ['Telephone', account.phoneNumber],
            account.isVirtualAccount && ['E-mail', account.email],
          ]}
        />
      </Card>
      {!account.isVirtualAccount && <Limits accountNumber={account.accountNumber} />}
    </div>
  );
}

function Limits({ accountNumber }: { accountNumber: string }) {
  const may = useMay();
  const limits = useQuery({
    queryKey: ['getAccountLimits', accountNumber],
    queryFn: ({ signal }) => read('getAccountLimits', { path: { accountNumber }, signal }),
    enabled: may('getAccountLimits'),
  });
  if (limits.error) return <ProblemNotice problem={limits.error} retry={() => void limits.refetch()} />;
  if (!limits.data) return null;
  return <LimitFacts limits={limits.data} />;
}

function LimitFacts({ limits }: { limits: Answer<'getAccountLimits'> }) {
  const { userDailyTransactionLimit: own, kycDailyLimit: byTier } = limits;
  // The lower one counts, as in what is left today.
  const daily = own !== null && byTier !== null ? Math.min(own, byTier) : (own ?? byTier);
  return (
    <Card title="Limits">
      {daily !== null && daily > 0 && (
        <div className="mb-4">
          <meter
            className="h-3 w-full"
            min={0}
            max={daily}
            high={daily * 0.9}
            value={Math.min(limits.usedToday, daily)}
            aria-label="Used of the daily limit"
          />
          <p className="m-0 text-sm text-muted">
            <Money amount={limits.usedToday} /> of <Money amount={daily} /> used today
          </p>
        </div>
      )}
      <Facts
        of={[
          ['One payment, set for this account', limit(limits.userSingleTransactionLimit)],
          ['A day, set for this account', limit(limits.userDailyTransactionLimit)],
          ['Used today', <Money amount={limits.usedToday} />],
          ['Left today', limit(limits.remainingToday)],
          ['KYC tier', limits.kycTier],
          ['A day, by KYC tier', limit(limits.kycDailyLimit)],
          ['One deposit, by KYC tier', limit(limits.kycMaxSingleDeposit)],
          ['Balance, by KYC tier', limit(limits.kycMaxBalance)],
        ]}
      />
    </Card>
  );
}

function limit(amount: number | null) {
  return amount === null ? 'No limit' : <Money amount={amount} />;
}
