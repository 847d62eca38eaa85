import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../api/client';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { ListPage } from '../../../list/list-page';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { TabPanels } from '../../../ui/tab-panels';
import { changeOf, type Product } from './product-actions';
import { feesOf, ratesOf } from './product-lists';
import { percent, typeText } from './product-words';
import { LedgerFacts, TermFacts } from './term-facts';

export default function ProductPage() {
  const { code = '' }: { code?: string } = useParams({ strict: false });
  const list = useQuery({
    queryKey: ['listProducts', code],
    queryFn: ({ signal }) => read('listProducts', { query: { ProductCode: code }, signal }),
  });
  if (!list.data) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  const product = list.data.data[0];
  return product ? <LoadedProduct product={product} /> : <Empty title={`There is no product ${code}`} />;
}

function LoadedProduct({ product }: { product: Product }) {
  const actions = [changeOf(product)];
  return (
    <div className="space-y-4">
      <PageHead
        title={product.productName}
        beside={<Pill status={product.status} />}
        intro={`${typeText(product.productType)}, code ${product.productCode}`}
      >
        <ActionButtons actions={actions} record={product} />
      </PageHead>
      <TabPanels
        panels={[
          { name: 'terms', title: 'Terms', content: () => <Terms product={product} /> },
          { name: 'rates', title: 'Rates', content: () => <ListPage of={ratesOf(product.productCode)} /> },
          { name: 'fees', title: 'Fees', content: () => <ListPage of={feesOf(product.productCode)} /> },
        ]}
      />
      <ActionHost actions={actions} recordOf={() => product} />
    </div>
  );
}

function Terms({ product }: { product: Product }) {
  const { loanTerms, fixedDepositTerms, savingsTerms } = product;
  const terms = loanTerms ?? fixedDepositTerms ?? savingsTerms;
  const name = loanTerms ? 'loanTerms' : fixedDepositTerms ? 'fixedDepositTerms' : 'savingsTerms';
  return (
    <div className="space-y-4">
      <Card title="Product">
        <Facts
          columns={3}
          of={[
            ['Interest', percent(product.interestRate)],
            ['Minimum balance', <Money amount={product.minimumBalance} />],
            ['Control ledger', product.controlLedgerCode],
            [
              'Ledgers that requests may name',
              product.glAccounts.map(({ code, name: title }) => `${code} ${title}`).join(', ') || 'None',
            ],
          ]}
        />
      </Card>
      {terms && (
        <>
          <Card title="Terms">
            <TermFacts name={name} terms={terms} />
          </Card>
          <Card title="Ledgers">
            <LedgerFacts ledgers={terms.ledgers} />
          </Card>
        </>
      )}
    </div>
  );
}
