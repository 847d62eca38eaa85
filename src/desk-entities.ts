import { amlEntities } from './aml/aml-entities';
import { AmlAlert } from './cases/alerts/aml-alert.entity';
import { AmlCase } from './cases/aml-case.entity';
import { AmlCaseEvent } from './cases/aml-case-event.entity';
import { AmlCaseLink } from './cases/aml-case-link.entity';
import { DueDiligence } from './due-diligence/due-diligence.entity';
import { FraudComplaint } from './fraud-complaints/fraud-complaint.entity';
import { NfiuReport } from './nfiu-reports/nfiu-report.entity';
import { RiskRating } from './risk-ratings/risk-rating.entity';
import { RiskRatingChange } from './risk-ratings/risk-rating-change.entity';
import { RiskRatingDue } from './risk-ratings/risk-rating-due.entity';
import { WatchList } from './watch-lists/desk/watch-list.entity';
import { WatchListEntry } from './watch-lists/desk/watch-list-entry.entity';
import { WatchListVersion } from './watch-lists/desk/watch-list-version.entity';
import { WatchListSource } from './watch-lists/sources/watch-list-source.entity';

/** The tables of AML and its desk, as part of `src/schema.ts`. */
export const deskEntities = [
  ...amlEntities,
  AmlAlert,
  AmlCase,
  AmlCaseEvent,
  AmlCaseLink,
  DueDiligence,
  FraudComplaint,
  NfiuReport,
  RiskRating,
  RiskRatingChange,
  RiskRatingDue,
  WatchList,
  WatchListEntry,
  WatchListSource,
  WatchListVersion,
];
