import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { CustomerDocumentBody } from '../../accounts/account-opening.dto';
import { IsNaira } from '../../common/money/is-naira';
import { LENDING_MODELS } from '../../products/terms/loan-enumerations';
import { ECONOMIC_SECTOR_CODES } from './economic-sectors';
import { IsRecordId, LoanTermFields } from './loan-term-fields.dto';

const MAX_CODE = 9_999;
const COLLATERAL_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** A file about the loan. */
export class LoanDocumentBody extends CustomerDocumentBody {}

/**
 * Request fields besides parties, amount and tenure (docs/api/loans.md#add). A field that is left out or null defaults
 * to the term of the product.
 */
export class LoanRequestFields extends LoanTermFields {
  /**
   * 0 CreditUnions, 1 Individual, 2 NeighbourhoodAndSmallGroupRevolvingFunds, 3 Other, 4 SolidarityGroup, 5 Staff,
   * 6 VillageBanking, 7 WholesaleLending.
   * @example 1
   */
  @IsOptional()
  @IsIn(LENDING_MODELS)
  lendingModel?: (typeof LENDING_MODELS)[number];

  /**
   * Code of the sector of the borrower: 40100 Agriculture, 40200 Mining, 40300 Manufacturing, 40500 RealEstate,
   * 40700 GeneralCommerce, 40800 Transport, 40900 Finance, 41000 General, 41200 Government, 41300 Water,
   * 41400 Construction, 41500 InformationAndCommunication, 41600 Professional, 41700 AdministrativeServices,
   * 41800 Education, 41900 Health.
   * @example 40700
   */
  @IsOptional()
  @IsIn(ECONOMIC_SECTOR_CODES)
  economicSector?: number;

  /**
   * The institution's number of the loan in another system.
   * @example ORC-77120
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  oracleNumber?: string;

  /** @example "Stock for the December season" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string;

  /** @example true */
  @IsOptional()
  @IsBoolean()
  collateralPledge?: boolean;

  /**
   * 0 RealEstate_LandAndBuilding, 1 Automobile, 2 PlantAndEquipment, 3 NaturalReserves, 4 MarketableSecurities,
   * 5 AccountReceivablesAndInventories, 6 Cash, 7 PersonalGuarantees, 8 PostDatedCheques, 9 Domicilliation.
   * @example 1
   */
  @IsOptional()
  @IsIn(COLLATERAL_TYPES)
  collateralType?: number;

  /**
   * Naira.
   * @example 1500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  collateralValuation?: number;

  /** @example "Toyota Corolla 2018, LND 123 AA" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  collateralDescription?: string;

  /**
   * Ids of customers of the institution who guarantee the loan.
   * @example [20310]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(Number.MAX_SAFE_INTEGER, { each: true })
  loanGuarantors?: number[];

  /**
   * The institution's own code for the tracking of repayments.
   * @example 0
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_CODE)
  repaymentTrackers?: number;
}

/** The fields with the files that are stored with the loan. */
export class LoanRequestWithDocuments extends LoanRequestFields {
  /** At most 10 files, 10 MB altogether. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => LoanDocumentBody)
  loanDocuments?: LoanDocumentBody[];
}

/** The fields that name account, product and officer by id. */
export class LoanRequestIds extends LoanRequestWithDocuments {
  /**
   * Id of the linked account.
   * @example 20350
   */
  @IsOptional()
  @IsRecordId()
  accountID?: number;

  /**
   * Id of the product.
   * @example 20440
   */
  @IsOptional()
  @IsRecordId()
  productID?: number;

  /**
   * Id of the account officer; default: the officer of the linked account.
   * @example 20210
   */
  @IsOptional()
  @IsRecordId()
  accountOfficerID?: number;

  /**
   * Code of an active agent, to whom the loan is attributed.
   * @example AG000001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  agentCode?: string;
}
