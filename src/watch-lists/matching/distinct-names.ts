/**
 * Names that look alike and are different names (docs/domain/watch-lists.md#distinct-names). Neither spelling nor
 * sound makes two words of one row one name. Twins of a Nigerian family bear the names of one row on purpose.
 */
export const DISTINCT_NAMES: readonly string[] = [
  'taiwo kehinde idowu alaba',
  'hassan hussaini hussein hassana hussaina',
  'damilola damilare damisola',
  'ayodeji ayodele ayotunde ayomide ayokunle ayobami ayoola ayinla',
  'olumide olamide ayomide',
  'akinola akintola akinwale akintayo akinyemi akintunde',
  'sani sanusi',
  'aminu amina',
  'chidi chukwudi',
  'omolara omolola omolade',
  'temitope temitayo temidayo',
  'tunde tunji',
  'yetunde yeside yewande iyabo',
  'ifeoma ifeyinwa ifeanyi',
  'amaka amarachi amara',
  'terhemba terhemen',
  'adeyemi opeyemi',
  'chinedu chinonso chinwe chinelo chinyere chinenye chinaza',
  'chidimma chizoba chisom',
  'adaora adaobi adaeze adanna',
  'bisola busola bosede busayo',
  'motunrayo mosunmola mojisola',
  'nnamdi nnaemeka',
  'adebayo adebola adebisi adebiyi adebanjo',
  'adewale adewole adewumi',
  'adekunle adekoya',
  'olusegun olusola oluseyi oluseun',
  'oluwaseun oluwaseyi oluwasegun',
  'oluwatobi oluwatosin oluwatoyin',
  'bolaji bolanle bola',
  'funmilayo funmilola',
  'tolulope tolani',
  'folake folashade folarin',
  'rabiu rabia',
  'jamal jamil jamila',
  'kamal kamil',
  'salim salam salman salma',
  'samir samira samar',
  'karim karima karam',
  'rashid rashad rashida',
  'khalid khalida khalil',
  'hamid hamad hamida',
  'mahmud muhammad ahmed hamid',
  'said saida sayyid',
  'nasir nasira',
  'habib habiba',
  'bashir bushra bashira',
  'latif latifa',
  'aziz aziza',
  'sadiq sadia sadiya',
  'zainab zaina',
  'halima halim',
  'nafisa nafisat nafiu',
  'bilal bilkisu',
  'umar umaima umara',
  'maryam marwan marwa',
  'obinna obioma obiora',
  'kelechi kenechi',
  'chioma chima',
  'ngozi nkechi nneka',
  'uche uchechi',
  'emeka ebuka',
  'okoro okorie okoye okolo okoli okon',
  'okafor okeke okonkwo',
  'onu onoh',
  'eze ezenwa',
  'nwosu nwoso nwafor',
  'john joan jane',
  'daniel danielle daniela',
  'michael michelle michaela',
  'paul paula pauline',
  'mario maria',
  'martin martina marvin',
  'christian christina christine',
  'patrick patricia',
  'francis frances',
  'joseph josephine josiah josias',
  'george georgina',
  'victor victoria',
  'julian juliana julia',
  'alexander alexandra alexandria',
  'oleg olga',
  'ivan ivanna ivana',
  'simon simone simeon',
  'stephen stephanie',
  'andrew andrea',
  'carl carla carol',
  'eric erica',
  'gabriel gabriella gabrielle',
  'henry henrietta',
  'justin justina',
  'robert roberta',
  'samuel samson',
  'anthony antonia',
  'brian bryan byron',
  'denis denise',
  'glen glenda',
  'harry larry barry',
  'gary gray',
  'sunday monday',
  'friday faraday',
  'blessing bliss',
  'gift gifty',
  'balaraba balarabe',
  'ebere ebiere',
  'chima shima',
  'udoka uduak',
  'kemi ukeme ime yemi opeyemi',
  'rajesh ramesh rakesh mahesh suresh',
  'wang wan',
  'jun jin jing',
  'wei wen',
  'ming min mei',
  'jong ja',
];

/** Given names in wide use, so that two of them are two names and not one with an error of typing. */
export const COMMON_GIVEN_NAMES: readonly string[] = (
  'musa ibrahim yusuf umar usman ali sani bello lawal kabir nuhu idris hassan hussaini bashir fatima aisha ' +
  'zainab maryam ' +
  'khadija hauwa halima amina hadiza binta rabi ladi asabe talatu laraba lami jummai danladi danjuma garba audu sule ' +
  'mohammed abubakar ahmed abdullahi suleiman yakubu isa ismail haruna shehu aminu saidu jibril dauda zakari ' +
  'yahaya adamu ' +
  'mustapha nasir habib salisu tijani sadiq mukhtar jafar ishaq ayuba ilyas yunus luqman murtala faruk kamal ' +
  'jamil auwal ' +
  'oluwaseun olusegun oluwatobi damilola damilare olufemi babatunde ayodeji ayodele adebayo adewale temitope ' +
  'temitayo ' +
  'folashade omolara omolola yetunde taiwo kehinde idowu alaba olumide olamide rotimi sola yemi opeyemi ' +
  'gbenga kayode bunmi ' +
  'kemi seyi tunji tosin toyin abimbola abiodun kunle funke funmilayo modupe ayomide titilayo jide nike ' +
  'yinka bukola bola ' +
  'bolaji bolanle tolulope tolani ronke wunmi dayo dapo dotun niyi lanre laolu muyiwa segun wale sade shade ' +
  'lola lara ' +
  'chukwuemeka chukwudi chukwuma chukwuebuka ikechukwu obinna nnamdi kelechi ngozi chinedu chioma ifeoma ' +
  'uchenna chinonso ' +
  'ifeanyi chiamaka onyekachi okechukwu nkechi onyebuchi chidi chidiebere chuka tochukwu somto kenechukwu ' +
  'ugochukwu arinze ' +
  'oluchi chinwe adaeze ada nneka adaobi obiageli ebele nkiru uju azuka emeka ebuka uche nonso amaka kachi ' +
  'buchi ebere ' +
  'chinelo chinenye chinyere chika chikodi chigozie chibuzo chibuike chidimma chisom chinaza chinemerem ' +
  'chizoba chimezie chimdi chiebuka chiedozie chidera chinomso chiagozie ekene emenike ezinne ginika ' +
  'ifunanya ijeoma ikenna izuchukwu jideofor kanayo kosisochukwu lotanna munachi ndidi nkem nnenna nwando ' +
  'obioma odinaka ogechi ogochukwu okezie onyinye somadina tobechukwu ugonna uzoma uzoamaka adanna adaora ' +
  'amaechi anayo azubuike echezona nwakaego mmesoma adedamola adedayo adedoyin adejoke adekemi ademola ' +
  'adeola adeolu aderonke adesola adetokunbo adetola adewunmi adenike anuoluwapo ayobami babajide babafemi ' +
  'bamidele bidemi bisola boluwatife bosede busola busayo darasimi dolapo ebunoluwa enitan eniola feyisayo ' +
  'fisayo gbemisola ibukun ifedayo iyanuoluwa jumoke kikelomo kofoworola korede ladipo mayowa mobolaji ' +
  'mojisola morenike mosunmola motunrayo niniola olabisi oladele olajumoke olakunle olanrewaju olatunde ' +
  'olayinka omobolanle omotola omotayo opeoluwa oreoluwa oyindamola oyinkansola pelumi remilekun semilore ' +
  'simisola teniola toluwani tomisin wuraola yejide yewande asmau balkisu rakiya saadatu hafsat rukayat ' +
  'safiya ramatu salamatu jamila sumayya nafisat hindatu maimuna mansur muazu nura nasiru anas abdulaziz ' +
  'abdulsalam abdulmalik abdulwahab abdulhamid bukar goni modu kachalla zanna ' +
  'osaretin eghosa osagie osaze efe ese ovie tega karo voke ejiro ufuoma nosa osas omo ivie isoken ekaette ' +
  'udeme idongesit ' +
  'efosa esosa osaro osahon osamudiamen nosakhare aisosa uyiosa itohan etinosa ebikeme ebiere perekeme preye ' +
  'tonye timipre ' +
  'tersoo terngu terna iveren ngunan nsikak kufre utibe ini emem uduak mfon ubong aniekan effiong okon ' +
  'bassey edet terhemba terver aondo mimi dooshima doose msughter ' +
  'john james joseph peter paul david daniel samuel michael emmanuel victor sunday monday friday godwin ' +
  'blessing grace joy ' +
  'mercy patience gift precious favour faith hope charity comfort esther ruth mary martha elizabeth sarah ' +
  'rachel rebecca ' +
  'deborah hannah victoria stephen philip andrew matthew mark luke simon thomas anthony charles george ' +
  'william robert ' +
  'richard edward henry patrick francis frances benjamin isaac jacob abraham moses aaron solomon joshua josiah caleb ' +
  'jonathan nathaniel ' +
  'timothy titus barnabas silas peace happiness goodness lucky innocent justice kingsley stanley jude jerome clement ' +
  'augustine cletus fidelis felix frank fred kenneth kevin collins chris christopher christian christiana ' +
  'linda jennifer ' +
  'jane janet judith julia juliet kate lilian lucy margaret maria monica nancy pamela patricia philomena rita rose ' +
  'stella susan theresa veronica vivian alice agnes angela ann anna beatrice bridget caroline catherine ' +
  'cecilia clara ' +
  'vladimir sergei dmitry evgeny yuri alexei andrei nikolai igor oleg boris viktor pavel mikhail ivan maxim ' +
  'roman ruslan ' +
  'konstantin anatoly vasily gennady arkady vyacheslav denis anton kirill ilya artem olga irina natalia ' +
  'tatiana svetlana ' +
  'elena ekaterina marina galina lyudmila oksana ' +
  'carlos luis jose juan pedro jorge manuel francisco antonio miguel rafael fernando ricardo eduardo alberto ' +
  'raul oscar ' +
  'hugo pablo diego alejandro javier sergio mario ' +
  'khalid tariq omar osama ayman hamid rashid salim samir karim jamal khalil walid ziad zaid faisal fahd ' +
  'nabil majid saad ' +
  'salah saleh salman sultan hamza bilal anwar akram adnan imad marwan mazin muhsin munir rami rafiq sami ' +
  'tahir taha wael ' +
  'abiola ayinla ayoola adebowale chibueze chike chidozie chikezie shima edosa fejiro enobong iniobong salima ' +
  'salihu sabiu ifechukwu mainasara sambo tasiu ngufan osayi udoka ukeme abdulazim ' +
  'jin jun wei ming feng hong hui jian jie lei ling mei min na ning ping qiang ting xia xin yan yang ying ' +
  'yong yu yue zhen'
).split(' ');

/** Given names that so many people bear that one of them alone says little. */
export const FREQUENT_NAMES: readonly string[] = (
  'mohammed ibrahim musa abubakar ahmed abdullahi usman umar ali yusuf sani bello lawal isa aminu adamu garba hassan ' +
  'hussaini suleiman fatima aisha sunday monday friday taiwo kehinde idowu alaba blessing john james joseph ' +
  'david mary ' +
  'grace kim li wang zhang maria jose juan emmanuel samuel daniel peter paul'
).split(' ');

/** Family names in wide use, for the same purpose. */
export const COMMON_FAMILY_NAMES: readonly string[] = (
  'okoro okorie okoye okolo okoli okon okeke okere okafor okonkwo okpara okpala okoh oko obi obiora obioha ' +
  'eze ezenwa ezeh nwosu ' +
  'nwafor nwankwo nwachukwu nwanne onu onuoha onwu onyema onyeama onyia igwe ibe ibeh iheme ike ikeh uba ' +
  'ubah ude udeh udo ' +
  'udoh ugwu ugwuh umeh ume uzor chukwu madu maduka mbah mba anya anyanwu agu agbo aga ani aneke ogbu ogbonna ojukwu ' +
  'adeyemi adeyinka adebayo adebisi adebola adeola adesola adetola adegoke adeleke adeleye adelana adeniyi ' +
  'adeniran adenuga ' +
  'adesanya adesina adewole adewumi adeoye adeoti adepoju ojo oja oke okunola oladipo oladele oladapo ' +
  'olaniyi olaniyan olatunji ' +
  'olayemi olowo oloyede ogundele ogunleye ogunbiyi ogunsola ogunmola ogunwale ogunyemi akande akindele ' +
  'akinlade akinola akintola ' +
  'akinyemi akinwale akintunde alabi alade alao amusa aina ajayi ajao ajala ajani ajibola ajibade ayeni ' +
  'ayinde ayoola bakare ' +
  'balogun bamidele bankole bello falana fashola fagbemi fasasi fawole idowu jimoh kolawole kuti lawal oni ' +
  'onifade osho oyebode ' +
  'oyedele oyelade oyelaran oyewole salami sanni sanusi shittu shonibare soyinka tijani yusuf ' +
  'danjuma dantata dangote gambo garba gumi goni kano katsina kura lamido maikano mai maina maje makama musa ' +
  'nasir rimi sambo sani ' +
  'shagari tafawa tanko tukur wada yaro yerima zakari zango bawa balarabe bala buhari dogo dauda barau bamanga ' +
  'edet ekong ekanem etim essien eyo inyang akpan akpabio udofia umoren usoro bassey okpo osagie osaze ' +
  'igbinedion idahosa ' +
  'omoruyi ighalo aigbe ogbeide oghene emeruwa ibori onosode clark tarfa ortom akume suswam iorver gbenda ' +
  'smith smyth jones johnson johnston williams williamson brown taylor davis davies wilson evans thomas ' +
  'roberts robertson walker ' +
  'white whyte martin martinez thompson thomson garcia robinson lewis lee allen king wright scott green ' +
  'baker adams nelson carter ' +
  'mitchell perez turner phillips campbell parker edwards collins stewart morris rogers reed cook morgan ' +
  'bell murphy bailey ' +
  'cooper richardson cox howard ward peterson gray ramirez watson brooks kelly sanders price bennett wood ' +
  'barnes ross henderson ' +
  'coleman jenkins perry powell long patterson hughes flores washington butler simmons foster gonzalez ' +
  'gonzales bryant alexander ' +
  'russell griffin diaz hayes lopez gomez gomes fernandez rodriguez sanchez santos silva costa moreno romero ' +
  'torres rivera ' +
  'ivanov petrov sidorov smirnov kuznetsov popov vasiliev sokolov mikhailov novikov fedorov morozov volkov ' +
  'alekseev lebedev ' +
  'semenov egorov pavlov kozlov stepanov nikolaev orlov andreev makarov nikitin zakharov lavrov putin ' +
  'baranov belov gusev ' +
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang ' +
  'deng feng han cao ' +
  'peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lai kim park choe ' +
  'choi jong ri han ' +
  'kang cho yun jang lim oh so sin kwon hwang an song hong ' +
  'adeosun akande jakande egbuna falola kure nnadi nnaji nwodo okiro opara udoma amadi bakare igboho kanu'
).split(' ');

/** Stems of compound Yoruba names; two of them behind one beginning make two names. */
export const YORUBA_STEMS: readonly string[] = (
  'ola sola tola bola bukola wale wole kunle bayo yemi yinka niyi niran dayo sina sanya segun seun tobi ' +
  'tosin toyin femi kemi ' +
  'bunmi seyi tunde tunji deji dele mide lola lara nike ronke wunmi gbenga kayode rotimi jide ' +
  'dapo dipo dotun lanre ' +
  'muyiwa funke remi peju fisayo tayo tope bisi biyi banjo koya goke leke leye lana poju oye oti nuga yele ' +
  'wumi kemi damola ' +
  'mola biodun bode damilola damilare samuel yomi seni simi jimi gboyega gbemi lade laja sade funmi tomi'
).split(' ');
