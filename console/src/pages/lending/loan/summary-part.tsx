import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';
import { moratoriumText, rateText, tenureText } from './loan-terms';
import type { Loan } from './use-loan';
import { useProvision } from './use-provision';

/** Terms, balances, people and security of a loan. */
export function SummaryPart({ loan }: { loan: Loan }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Balances loan={loan} />
      <Terms loan={loan} />
      <Dates loan={loan} />
      <Provision loan={loan} />
      <People loan={loan} />
      <Security loan={loan} />
    </div>
  );
}

function Balances({ loan }: { loan: Loan }) {
  return (
    <Card title="Balances">
      <Facts
        of={[
          ['Principal', <Money amount={loan.outstandingPrincipal} />],
          ['Interest', <Money amount={loan.outstandingInterest} />],
          ['Fees', <Money amount={loan.outstandingFees} />],
          ['Default interest', <Money amount={loan.outstandingDefault} />],
          ['Penalties', <Money amount={loan.outstandingPenalty} />],
          ['Income in suspense', <Money amount={loan.suspendedIncome} />],
          ['Next due', <Day on={loan.nextDueDate} />],
          ['Amount next due', <Money amount={loan.nextDueAmount} />],
        ]}
      />
    </Card>
  );
}

function Terms({ loan }: { loan: Loan }) {
  return (
    <Card title="Terms">
      <Facts
        of={[
          ['Principal', <Money amount={loan.principalAmount} />],
          ['Interest', rateText(loan)],
          ['Tenure', tenureText(loan)],
          ['Default interest', `${loan.defaultInterestRate} %`],
          ['Moratorium', moratoriumText(loan)],
          ['Days of grace', loan.failedRepaymentGracePeriod],
          ['Product', `${loan.productName} (${loan.productCode})`],
          ['Reference', loan.referenceNumber],
        ]}
      />
      {loan.notes && <p className="mb-0 text-muted">{loan.notes}</p>}
    </Card>
  );
}

function Dates({ loan }: { loan: Loan }) {
  return (
    <Card title="Dates">
      <Facts
        of={[
          ['Asked for', <When at={loan.createdAt} />],
          ['Start', <Day on={loan.startDate} />],
          ['Disbursed', <Day on={loan.disbursementDate} />],
          ['First repayment', <Day on={loan.firstRepaymentDate} />],
          ['Maturity', <Day on={loan.maturityDate} />],
          ['Restructured', <Day on={loan.restructuredDate} />],
          ['Closed', <Day on={loan.closedDate} />],
          ['In suspense since', <Day on={loan.suspendedSince} />],
        ]}
      />
    </Card>
  );
}

function Provision({ loan }: { loan: Loan }) {
  const { provision, problem, retry } = useProvision(loan.loanAccountNumber);
  return (
    <Card title="Provision">
      {provision && (
        <Facts
          of={[
            ['Class', <Pill status={provision.classification} />],
            ['Stage', provision.stage],
            ['Exposure', <Money amount={provision.exposure} />],
            ['Prudential provision', <Money amount={provision.prudentialProvision} />],
            ['Expected loss', <Money amount={provision.expectedLoss} />],
            ['Allowance', <Money amount={provision.allowance} />],
          ]}
        />
      )}
      {provision === null && (
        <p className="m-0 text-muted">Stage and provision stand here after the first end of day of the loan.</p>
      )}
      <ProblemNotice problem={problem} retry={retry} />
    </Card>
  );
}

function People({ loan }: { loan: Loan }) {
  return (
    <Card title="People">
      <Facts
        of={[
          [
            'Borrower',
            <RecordLink to={recordAddress('customer', loan.customerID)}>
              {`${loan.customerName} (${loan.customerID})`}
            </RecordLink>,
          ],
          [
            'Linked account',
            <RecordLink to={recordAddress('account', loan.linkedNumber)}>{loan.linkedNumber}</RecordLink>,
          ],
          ['Branch', loan.branchCode],
          ['Account officer', loan.accountOfficerCode],
          ['Agent', loan.agentName ? `${loan.agentName} (${loan.agentCode})` : null],
          ['Guarantors', loan.loanGuarantors.length || null],
          ['Economic sector', loan.economicSector],
          ['Partner’s reference', loan.preferredPartnerReference],
        ]}
      />
    </Card>
  );
}

function Security({ loan }: { loan: Loan }) {
  return (
    <Card title="Security">
      <Facts
        of={[
          ['Security deposit', <Money amount={loan.requiredSecurityDepositAmount || null} />],
          [
            'Mandate to collect',
            <Pill status={loan.mandateStatus} text={loan.mandateStatus === 'None' ? 'None' : undefined} />,
          ],
          ['Collateral pledged', loan.collateralPledge ? 'Yes' : 'No'],
          ['Valuation', <Money amount={loan.collateralValuation} />],
          ['Collateral', loan.collateralDescription],
          [
            'Documents',
            loan.loanDocuments.length > 0 ? loan.loanDocuments.map(({ fileName }) => fileName).join(', ') : null,
          ],
        ]}
      />
    </Card>
  );
}
