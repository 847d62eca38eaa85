import { AmlHold } from './aml-hold.entity';
import { AmlRule } from './aml-rule.entity';
import { AmlBehindRecord } from './scenario-desk/aml-behind-record.entity';
import { AmlCustomerWindow } from './scenario-desk/aml-customer-window.entity';
import { AmlMovementMark } from './scenario-desk/aml-movement-mark.entity';
import { AmlPayee } from './scenario-desk/aml-payee.entity';
import { AmlScenarioBacktest } from './scenario-desk/aml-scenario-backtest.entity';
import { AmlScenarioGroup } from './scenario-desk/aml-scenario-group.entity';
import { AmlScenarioVersion } from './scenario-desk/aml-scenario-version.entity';
import { AmlVerdict } from './scenario-desk/aml-verdict.entity';
import { AmlWindowState } from './scenario-desk/aml-window-state.entity';
import { StoredMovementFacts } from './scenario-desk/stored-movement-facts.entity';
import { SuspiciousTransaction } from './suspicious-transaction.entity';

/** The tables of rules, holds and scenarios. */
export const amlEntities = [
  AmlHold,
  AmlRule,
  SuspiciousTransaction,
  AmlBehindRecord,
  AmlCustomerWindow,
  AmlMovementMark,
  AmlPayee,
  AmlScenarioBacktest,
  AmlScenarioGroup,
  AmlScenarioVersion,
  AmlVerdict,
  AmlWindowState,
  StoredMovementFacts,
];
