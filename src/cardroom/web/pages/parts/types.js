// The types of what the server sends and receives. `make shapes` writes this file. Nothing here runs.

/**
 * @typedef {{ balance: number }} Balance
 * @typedef {{ name: string | null, guest: boolean, roles: string[], once: boolean, halls: { [key: string]: Balance },
 *   away: number, forgotten: number, barred: string, factor: boolean, demo: string[] }} Me
 * @typedef {{ secret: string, address: string }} NewFactor
 * @typedef {{ id: string, name: string, scopes: string[], made: number, until: number, used: number }} TokenEntry
 * @typedef {{ token: string, entry: TokenEntry }} NewToken
 * @typedef {{ topic: string, what: string, first: string, second: string, about: string,
 *   words: string }} RuleDifference
 * @typedef {{ least: number, most: number }} SeatBounds
 * @typedef {{ decimal: number, exact?: string, root_of?: string[], error_at_most?: number | null,
 *   standard_error?: number | null, rounds?: number | null, seed?: string | null }} Measure
 * @typedef {{ share: Measure, of: string, bonus: boolean }} ListedEdge
 * @typedef {{ set: string, name: string, document: string, id: string, stakes: string, seats: number }} ListedSet
 * @typedef {{ game: string, name: string, bank: string, seats: SeatBounds, says: string, family: string, felt: string,
 *   edge: ListedEdge | null, trainer: boolean, sets: ListedSet[] }} ListedGame
 * @typedef {{ table: string }} OpenedTable
 * @typedef {{ document: string, section: string, date: string }} RulesSource
 * @typedef {{ effective: string, approved: string, authority: string, ends: string }} Edition
 * @typedef {{ who: string, rounds: number | null, cite: string }} RulesBank
 * @typedef {{ least: number, most: number, second_circles: boolean, cite: string }} RulesSeats
 * @typedef {{ text: string, cite: string }} CitedText
 * @typedef {{ cite: string }} RulesCite
 * @typedef {{ name: string, cards: number, packs: number, decks: number, shoe: boolean, cut: number, cite: string,
 *   cut_cite: string }} RulesDeck
 * @typedef {{ must_hit: number, must_stand: number, cite: string }} HitChart
 * @typedef {{ qualifies: string, cite: string }} DealerQualifies
 * @typedef {{ minimum: number, maximum: number }} RulesLimits
 * @typedef {{ wager: string, label: string, required: boolean, needs: string[], equals: string | null,
 *   times: string | null, excludes: string | null, when: string, least: number, most: number, offered: boolean,
 *   offered_by: string | null, tables: string[], jackpot: string | null, cards: string | null, folded: string | null,
 *   backline: boolean, spots: number, cite: string, cites: { [key: string]: string }, terms: string }} RulesWager
 * @typedef {{ line: string, pays: string, departs: boolean }} PayLine
 * @typedef {{ table: string, printed_as: string, title: string, id: string | null, ranking: string | null,
 *   lines: PayLine[], for_wager: number | null, in_force: boolean, wagers: string[], switched_off_by: string[],
 *   others: string | null, cite: string }} RulesPayTable
 * @typedef {{ jackpot: string, label: string, rule: string, seed: number, rate: string, reserve: string,
 *   morning: string, wagers: string[], offered: boolean, topped_up: boolean, cite: string, says: string }} RulesJackpot
 * @typedef {{ from: number | string, to: number | string | null, fee: number | string }} FeeTier
 * @typedef {{ moment: string, payer: string, counts: string, minutes: number | null, tiers: FeeTier[],
 *   cite: string }} FeeCharge
 * @typedef {{ option: string, players: number[] | null, charges: FeeCharge[], cite: string }} FeeSchedule
 * @typedef {{ hand: string, cards: string }} HandExample
 * @typedef {{ title: string, ranking: string, note: string | null, examples: HandExample[], cite: string }} TaughtHands
 * @typedef {{ title: string, notes: CitedText[] }} TaughtNotes
 * @typedef {{ wager: string, result: string, cites: string[] }} TaughtOutcome
 * @typedef {{ case: string, results: TaughtOutcome[] }} CaseOutcomes
 * @typedef {{ wagers: string[], cases: CaseOutcomes[], cite: string }} TaughtOutcomes
 * @typedef {{ title: string, headings: string[], rows: string[][], note: string | null, cite: string }} TaughtChart
 * @typedef {{ start: string, by: string, wagers: string[], last: string[], backline: string[], cite: string,
 *   backline_cite: string, last_cite: string, says: string[] }} RulesSettlement
 * @typedef {{ name: string, kind: string, value: boolean | number | string, default: boolean | number | string,
 *   allowed: (number | string)[] | null, step: number | null, needs: string[], standing: string,
 *   standings: { [key: string]: string }, says: string, cite: string, applies: boolean, shown: string, may: string,
 *   terms: string }} ShownHouseRule
 * @typedef {{ title: string, ids: string[], marked: boolean[], rows: [string, string[]][], note: string,
 *   others: string[], cite: string }} PrintedTable
 * @typedef {{ title: string, note: string, lines: [string, number][] }} HandOdds
 * @typedef {{ start: string[], odds: HandOdds[] }} PokerAdvice
 * @typedef {{ game: string, name: string, rules: string, id: string, source: RulesSource, edition: Edition | null,
 *   own: string | null, bank: RulesBank, seats: RulesSeats, summary: string, departures: string[], aim: CitedText,
 *   behind: RulesCite, deck: RulesDeck, chart: HitChart | null, dealer: DealerQualifies | null,
 *   limits: RulesLimits | null, wagers: RulesWager[], pay_tables: RulesPayTable[], jackpots: RulesJackpot[],
 *   collection: FeeSchedule[], posted: string[], display: CitedText[], hands: TaughtHands[], notes: TaughtNotes | null,
 *   steps: CitedText[], outcomes: TaughtOutcomes | null, charts: TaughtChart[], settlement: RulesSettlement | null,
 *   house_rules: ShownHouseRule[], script: string, digest: string, facts: string[], printed: PrintedTable[],
 *   places: string[], printed_in: string, trainer: boolean, poker: PokerAdvice | null }} RulesText
 * @typedef {{ name: string, seat: number, bot: boolean, behind?: boolean, stack?: number, out?: boolean,
 *   away?: boolean, here?: boolean, gone?: number | null }} ListedPlayer
 * @typedef {{ jackpot: string, label: string, reads: number }} Meter
 * @typedef {{ name: string, state: string, game: string, set: string, title: string, seats: number, stakes: string,
 *   felt: string, buy_in: [number, number, number] | null, taken: number, free: number, people: ListedPlayer[],
 *   stopped: string, waiting: number, rounds: number, round: string, meters: Meter[], notices: string[], of: string,
 *   usual: number, draining: boolean, practice: boolean, private: boolean, coach: boolean }} ListedTable
 * @typedef {{ place: [string, string?, string?], title: string, cards: number[], says?: string, seat?: number,
 *   mine?: boolean, dealer?: boolean, active?: boolean, up?: number[], shows?: string, folded?: boolean,
 *   slots?: number, plays?: number[] }} Spread
 * @typedef {{ hands: Spread[], says?: string }} Glimpse
 * @typedef {{ table: string, game: string, title: string, felt: string, stakes: string, free: number, live: boolean,
 *   stopped: boolean, glimpse: Glimpse | null }} LiveFelt
 * @typedef {{ table: string, title: string, felt: string, stack: number | null, turn: boolean,
 *   practice: boolean }} WaitingSeat
 * @typedef {{ felt: LiveFelt | null, seats: WaitingSeat[] }} LobbyNow
 * @typedef {{ game: string, set: string, name: string, felt: string, why: string }} PickedGame
 * @typedef {{ new: boolean, first: PickedGame | null, because: string, picks: PickedGame[] }} PickedGames
 * @typedef {{ table: string, key: string, host: string }} PrivateTable
 * @typedef {{ left: boolean }} BotLeaves
 * @typedef {{ table: string, state?: "" | "closed" | "closing" }} TableState
 * @typedef {{ request: number, until: number, says: string }} Waiting
 * @typedef {{ players: [string, string], hands: number, passed: number, passed_z: number, alone: number, bets: number,
 *   usual: number | null, bets_z: number, squeezes: number, squeezes_z: number, signals: string[] }} Pair
 * @typedef {{ what: string, why: string, who: string }} Stop
 * @typedef {{ name: string, roles: string[], barred: string, locked: boolean }} UserEntry
 * @typedef {{ code: string, hours: number }} OneTimeCode
 * @typedef {{ request: number, says: string, code?: string }} RequestResult
 * @typedef {{ on: boolean, limit: number, deposit: number, cashier: number, enrolled: boolean }} TwoPersonsState
 * @typedef {{ number: number, at: number, until: number, who: string, why: string, says: string,
 *   order: { [key: string]: any }, mine: boolean, may: boolean }} RequestEntry
 * @typedef {{ agreed: string[] }} CoachAgreed
 * @typedef {{ action: string, label: string, amount: number, cards: number[], exact: string, units: number,
 *   cents: number, cost: number, best: boolean }} ValuedOption
 * @typedef {{ game: string, rules: string, digest: string, spot: string, kind: string, unit: string, stake: number,
 *   options: ValuedOption[], says: string, reason: string, note: string }} Advice
 * @typedef {{ advice: Advice, yours: ValuedOption | null }} DrillVerdict
 * @typedef {{ action: string, value?: any }} DrillAnswer
 * @typedef {{ wager: string, label: string, least?: number, most?: number, required?: boolean, equals?: string,
 *   later?: boolean, spots?: number, jackpot?: boolean, side?: boolean, pays?: string }} PrintedArea
 * @typedef {{ filled: string, ring: string, stroke: string, dots?: { [key: string]: string } }} RoadMarks
 * @typedef {{ felt: "baccarat" | "blackjack" | "cards" | "chinese" | "holdem" | "paigow" | "poker",
 *   seating: "columns" | "rim" | "ring" | "rows" | "segments", seats: number, stakes: string, source: string,
 *   areas?: PrintedArea[], cards?: { [key: string]: number }, boards?: number, draws?: number, bonus?: number[],
 *   circles?: boolean, behind?: boolean, banked?: boolean, roads?: RoadMarks | null }} Cloth
 * @typedef {{ name: string, says?: string, seat?: number }} Marker
 * @typedef {{ seat: number, bettor: string, name: string, stack: number, bet?: number, you?: boolean,
 *   backline?: boolean, asked?: boolean, did?: string, said?: string[],
 *   status?: "" | "all-in" | "folded" | "mucked" | "not dealt in", draws?: number, markers?: Marker[],
 *   net?: number | null }} Chair
 * @typedef {{ spot: string, seat: number, name: string, wager: string, label: string, amount: number, mine?: boolean,
 *   spots?: number[], dropped?: number }} PlacedBet
 * @typedef {{ spot: string, seat: number, name: string, wager: number, holds: number, paid?: number,
 *   collected?: number, pays?: number, collects?: number }} BankShown
 * @typedef {{ name: string, amount: number, seats?: number[], fee?: number }} PotShown
 * @typedef {{ text: string, cite: string }} NoticeShown
 * @typedef {{ type: "choice", action: string, amount: number, wager?: string }} Choice
 * @typedef {{ type: "amount", action: string, least: number, most: number, step: number, label: string, unit: string,
 *   wager?: string }} Amount
 * @typedef {{ wager: string, label: string, least: number, most: number, required: boolean, needs: string[],
 *   equals: string, behind: number, excludes: string, step?: number }} Area
 * @typedef {{ type: "bets", action: string, areas: Area[], chips: number }} Bets
 * @typedef {{ type: "pick", action: string, cards: number[], least: number, most: number, picked: string,
 *   rest: string }} Pick
 * @typedef {{ name: string, lies: number[], room: number, ranking: string }} RowSlot
 * @typedef {{ type: "lay", action: string, cards: number[], rows: RowSlot[], discards: number }} Lay
 * @typedef {{ type: "name", action: string, count: number, among: number[] }} Name
 * @typedef {{ key: string, label: string, amount: number }} Quick
 * @typedef {{ picked: number[], says: [string, string], warns?: string }} Split
 * @typedef {{ action: string, kind: "amount" | "bets" | "choice" | "lay" | "name" | "pick", key: string, label: string,
 *   option: { type: (Choice | Amount | Bets | Pick | Lay | Name)["type"] } & Omit<Choice, "type"> & Omit<Amount, "type"> & Omit<Bets, "type"> & Omit<Pick, "type"> & Omit<Lay, "type"> & Omit<Name, "type">,
 *   amount?: number, quick?: Quick[], warns?: string, splits?: Split[], help?: string }} Offer
 * @typedef {{ spot: string, title: string, offers: Offer[], otherwise: string, why?: string }} Prompt
 * @typedef {{ name: string, says: string, cards: number[], shared?: number[], part?: string, seat?: number,
 *   mine?: boolean, won?: boolean, up?: number[], rest?: number[] }} DecidingHand
 * @typedef {{ says: string, rule?: string, hands?: DecidingHand[], short?: string }} Explanation
 * @typedef {{ spot: string, seat: number, name: string, label: string, stake: number, stakes: string, net: number,
 *   why: string, cite: string, mine?: boolean, won?: boolean, due?: number | null, banked?: number | null,
 *   explains?: Explanation | null }} Result
 * @typedef {{ row: string, points: number, bonus?: number, why?: string }} ScoreRow
 * @typedef {{ seat: number, rows?: ScoreRow[], points?: number, net?: number }} ScoreAgainst
 * @typedef {{ seat: number, point: number, against: ScoreAgainst[], points?: number, net?: number }} Tally
 * @typedef {{ seat: number, amount: number }} PotShare
 * @typedef {{ name: string, amount: number, shares: PotShare[], fee?: number }} PotSum
 * @typedef {{ seat: number, put_in: number, got: number, net: number, returned?: number, fee?: number }} PlayerSum
 * @typedef {{ pots: PotSum[], players: PlayerSum[], put_in: number, got: number, collection?: number,
 *   from_pots?: number }} HandSums
 * @typedef {{ who: string, amount: number, seats: number[], says: string, of?: string,
 *   hand?: DecidingHand | null }} WonHand
 * @typedef {{ says: string, won?: WonHand[], beaten?: DecidingHand[], folded?: string, odd?: string }} HandEnd
 * @typedef {{ says: string, cite?: string,
 *   kind?: "acted" | "cards" | "chance" | "chips" | "said" | "settled" | "turned" | "won", mine?: boolean,
 *   drawn?: boolean, event?: number, explains?: string }} Sentence
 * @typedef {{ game: string, name: string, rules: string, id: string, viewer: string | null, cloth: Cloth,
 *   chairs: Chair[], spreads: Spread[], markers?: Marker[], boxes?: PlacedBet[], bank?: BankShown | null,
 *   pots?: PotShown[], meters?: Meter[], notices?: NoticeShown[], collection?: string[],
 *   display?: { [key: string]: any }, waits_for?: string[], prompts?: Prompt[], results?: Result[], tallies?: Tally[],
 *   sums?: HandSums | null, showdown?: HandEnd | null, street?: string, happened?: Sentence[],
 *   over?: boolean }} Picture
 * @typedef {{ game: string, set: string, name: string, digest: string, seed: string, answers: DrillAnswer[],
 *   kind: string, spot: string, unit: string, stake: number, picture: Picture }} ShownDrill
 * @typedef {{ game: string, set: string, name: string, felt: string, kinds: string[] }} TrainerGame
 * @typedef {{ answers: number, hand: number[], board: number[], dealer: number[], advice: Advice, yours: ValuedOption,
 *   absent: boolean, coached: boolean }} ReviewedDecision
 * @typedef {{ net: number, wagered: number, decisions: ReviewedDecision[], cost: number, best: number | null,
 *   rest: number, luck: number | null, deviation: number | null, why: string }} RoundReview
 * @typedef {{ number: number, at: number, game: string, set: string, name: string, says: string,
 *   review: RoundReview }} ReviewedRound
 * @typedef {{ hall: string, table: string, practice: boolean, rounds: ReviewedRound[], before: number }} ReviewPage
 * @typedef {{ who: string, net: number, wagered: number, counted: number, cost: number,
 *   decisions: ReviewedDecision[] }} SharedPart
 * @typedef {{ number: number, at: number, why: string, parts: SharedPart[] }} SharedRound
 * @typedef {{ hall: string, table: string, name: string, over: boolean, shares: string[], mine: boolean,
 *   rounds: SharedRound[], before: number }} SharedReviewPage
 * @typedef {{ shares: string[] }} ReviewShares
 * @typedef {{ id: string, advice: Advice, yours: ValuedOption }} PracticeVerdict
 * @typedef {{ day: string, ends: number, decisions: number, answered: number, done: boolean, cost: number,
 *   stake: number, due: number, run: number, best_run: number }} DailySummary
 * @typedef {{ id: string, game: string, set: string, name: string, kind: string, spot: string, unit: string,
 *   stake: number, picture: Picture }} ShownDecision
 * @typedef {{ finished: number, paid_more: number, paid_nothing: number, columns: number[],
 *   mine: number }} DailyStanding
 * @typedef {{ day: string, ends: number, seed: string, commitment: string, next_commitment: string, stake: number,
 *   decisions: ShownDecision[], verdicts: PracticeVerdict[], cost: number, standing: DailyStanding | null }} ShownDeal
 * @typedef {{ id: string, advice: Advice, yours: ValuedOption, before: number, rating: number,
 *   deviation: number }} PuzzleVerdict
 * @typedef {{ id: string, origin: string, game: string, name: string, kind: string, hand: number[], cost: number,
 *   wrong: number }} ListedMistake
 * @typedef {{ days: number, count: number }} MistakeBox
 * @typedef {{ due: ListedMistake[], due_count: number, boxes: MistakeBox[] }} Mistakes
 * @typedef {{ day: string, cost: number | null, off: boolean }} CalendarDay
 * @typedef {{ day: string, rating: number, deviation: number }} RatingPoint
 * @typedef {{ game: string, name: string, decisions: number, best: number, cost: number }} GameProgress
 * @typedef {{ run: number, best_run: number, days: CalendarDay[], today: string, rating: number, deviation: number,
 *   ratings: RatingPoint[], games: GameProgress[], boxes: MistakeBox[] }} LearningProgress
 * @typedef {{ decision: ShownDecision, cost: number, rating: number, answers: number, wrong: number }} ListedPuzzle
 * @typedef {{ id: string, advice: Advice, yours: ValuedOption, days: number | null }} RepeatVerdict
 * @typedef {{ added: number }} AddedMistakes
 * @typedef {{ state: "in progress" | "made" | "none" | "not made yet", why?: string,
 *   files?: string[] }} CertificateState
 * @typedef {{ field: string, why: string }} DraftProblem
 * @typedef {{ exact: string, decimal: number }} ExactFigure
 * @typedef {{ net: Measure, share: Measure, says: "from" | "is" | "more" }} BarFigures
 * @typedef {{ wager: string, label: string, of: string, edge: ExactFigure, hit_frequency: Measure,
 *   standard_deviation: Measure, most: ExactFigure, deals: string, bars: BarFigures[], note: string,
 *   before: ExactFigure | null, change: ExactFigure | null }} WorkshopWager
 * @typedef {{ digest: string, differences: string[], wagers: WorkshopWager[] }} WorkshopFigures
 * @typedef {{ id: string, state: string, problems: DraftProblem[], about: string, done: number, total: number,
 *   why: string, figures: WorkshopFigures | null, files: string[] }} WorkshopRun
 * @typedef {{ problems: DraftProblem[], toml: string, digest: string, differences: string[] }} DraftAnswer
 * @typedef {{ line: string, pays: string }} FormLine
 * @typedef {{ table: string, title: string, wager: string, lines: FormLine[], others: string }} FormTable
 * @typedef {{ rule: string, says: string, kind: string, value: string, choices: string[], least: string,
 *   most: string }} FormRule
 * @typedef {{ wager: string, label: string, least: string, most: string }} FormLimits
 * @typedef {{ ranking: string, lines: string[] }} FormRanking
 * @typedef {{ cards: string, size: number, rankings: FormRanking[] }} FormCards
 * @typedef {{ game: string, set: string, name: string, source: string, analysis: boolean, seconds: number,
 *   pays: FormTable[], house: FormRule[], limits: FormLimits[], seats: number, most_seats: number, qualifies: string,
 *   qualifiers: string[], cards: FormCards[], folded: string[], beside: [string, string][] }} WorkshopForm
 * @typedef {{ form: WorkshopForm, saves: boolean, why: string }} WorkshopFormAndFolder
 * @typedef {{ game: string, set: string, name: string }} WorkshopGame
 * @typedef {{ games: WorkshopGame[] }} WorkshopGames
 * @typedef {{ game: string, set: string, file: string, digest: string }} SavedDraft
 * @typedef {{ table: string, number: number, game: string, set: string, name: string, at: number, ended: number,
 *   stake: number, net: number, fee: number, jackpot: number, says: string, voided: boolean, absent: boolean,
 *   people?: { [key: string]: number }, hall: string }} ListedRound
 * @typedef {{ rounds: ListedRound[], before: number }} RoundList
 * @typedef {{ says: string[], mark: string, picture: Picture }} ReplayStep
 * @typedef {{ answers: number, spot: string, who: string }} CoachUse
 * @typedef {{ set: string, digest: string, house: { [key: string]: boolean | number | string } }} RulesOf
 * @typedef {{ id: string, seat: number, bettor: string, backline?: boolean, second?: boolean, circle?: string,
 *   hand?: number }} Spot
 * @typedef {{ game: string, rules: RulesOf, script: string, table: string, spots: Spot[],
 *   stacks: { [key: string]: number }, carry: any, shuffle: string, seeds: [string, string][], previous: string,
 *   chains?: [string, string][] }} Opening
 * @typedef {{ spot: string, action: string, value?: any, absent?: boolean }} Answer
 * @typedef {{ type: "settled", spot: string, wager: string, stake: number, due: number, net: number, line: string,
 *   won?: boolean, why?: string, cite?: string, breakage?: string }} Settled
 * @typedef {{ type: "transfer",
 *   payer: ["area" | "bank" | "collection" | "front" | "house" | "meter" | "pot" | "reserve" | "stack", string?, string?],
 *   payee: ["area" | "bank" | "collection" | "front" | "house" | "meter" | "pot" | "reserve" | "stack", string?, string?],
 *   amount: number,
 *   cause: "ante" | "bank" | "bet" | "dead" | "drop" | "fee" | "gathered" | "jackpot" | "loss" | "points" | "pot" | "push" | "returned" | "seed" | "stake" | "top-up" | "uncalled" | "uncovered" | "wager" | "win",
 *   spot?: string, wager?: string, line?: string, why?: string, cite?: string }} Transfer
 * @typedef {{ settled: Settled[], transfers: Transfer[], net: { [key: string]: number }, next: any }} Outcome
 * @typedef {{ format: string, opening: Opening, answers: Answer[], outcome: Outcome }} Record
 * @typedef {{ word: string, says: string[], silent: string[] }} ShuffleVerdict
 * @typedef {{ replay: true, hall: string, table: string, number: number, at: number, ended: number, voided: string,
 *   as: string | null, steps: ReplayStep[], results: Result[], net: { [key: string]: number }, coached: CoachUse[],
 *   absent: string[], record: Record | null, proof: { [key: string]: any } | null, verdict: ShuffleVerdict | null,
 *   dealt?: string[] | null, start?: number, practice: boolean }} RoundReplay
 * @typedef {{ path: string }} SharedPath
 * @typedef {{ name: string, count: number, findings: number }} AuditCheck
 * @typedef {{ who: string, began: number, state: string, book: string, done: number, total: number,
 *   ended: number | null, holds: boolean | null, lines: number, rounds: number, findings: string[], remarks: string[],
 *   checks: AuditCheck[] }} AuditRun
 * @typedef {{ holds: boolean, digest: string, why: string }} ProgramState
 * @typedef {{ exact: string, decimal: number, of: string }} Share
 * @typedef {{ wager: string, label: string, edge: Share, element_of_risk: Share | null, hit_frequency: Measure,
 *   standard_deviation: Measure, deals: string, bars: BarFigures[], jackpot: any, note: string,
 *   strategy: string[] }} WagerFigures
 * @typedef {{ game: string, set: string, digest: string, why: string, wagers: WagerFigures[] }} GameFigures
 * @typedef {{ state: string, detail: string }} InProgress
 * @typedef {{ number: number, at: number, kind: string, who: string, why: string, before: any, after: any,
 *   moved: { [key: string]: any }[] }} CageEntry
 * @typedef {{ events: CageEntry[], before: number }} CagePage
 * @typedef {{ rule: string, wager: number, seed: number, rate: string, reserve: string, morning: string, deck: string,
 *   packs: number, ranking: string, cards: number[], folded: string, lines: { [key: string]: string } }} JackpotTerms
 * @typedef {{ table: string, jackpot: string, wagers: string[], first: number, added: number, last: number | null,
 *   seen?: number }} Link
 * @typedef {{ meter: number, reserve: number, overflow: number, claimed: number, held: number, short: number,
 *   owed: number }} JackpotAmounts
 * @typedef {{ spot: string, bettor: string, wager: string, line: string, cents: number, before: number, after: number,
 *   whole: boolean, at: number, who: string, table: string }} JackpotHit
 * @typedef {{ at: number, cents: number }} MeterAt
 * @typedef {{ name: string, label: string, terms: JackpotTerms, through: string, begins: string, zone: string,
 *   waiting: JackpotTerms | null, ceiling: number | null, links: Link[], carried: [number, number], noticed?: string,
 *   amounts: JackpotAmounts, hits: JackpotHit[], history: MeterAt[] }} JackpotEntry
 * @typedef {{ balances: number, chips: number, pools: number, owed: number, banks: number, collection: number,
 *   other: number, outside: number, tables: { [key: string]: number }, meters: { [key: string]: number },
 *   remarks: string[] }} Liabilities
 * @typedef {{ name: string, pay_table: string, placed: number, handle: number, win: number,
 *   hold_of_handle: number | null, edge: string | null, expected_win: number | null, expected_of_handle: number | null,
 *   expected_of_drop?: number | null, standard_error: number | null, standard_error_most: number | null,
 *   z: number | null, luck: string, note: string }} HoldLine
 * @typedef {{ name: string, pay_table: string, placed: number, handle: number, win: number,
 *   hold_of_handle: number | null, edge: string | null, expected_win: number | null, expected_of_handle: number | null,
 *   expected_of_drop?: number | null, standard_error: number | null, standard_error_most: number | null,
 *   z: number | null, luck: string, note: string, game: string, rules: string, digest: string, rounds: number,
 *   house_rules: { [key: string]: any }, wagers: HoldLine[] }} HoldGame
 * @typedef {{ table: string, day?: string, from?: string, to?: string, activity: boolean, rounds: number,
 *   voided: number, drop: number, cash_out: number, bot_drop: number, bot_cash_out: number, fills: number,
 *   credits: number, corrections: number, collection: number, jackpot_in: number, jackpot_out: number, handle: number,
 *   win: number, hold_of_drop: number | null, games: HoldGame[], expected_win: number | null,
 *   standard_error: number | null, standard_error_most: number | null, z: number | null, luck: string,
 *   exact_win: number | null }} ReportRow
 * @typedef {{ day: string, kind: string, account: string, by: string, times: number, cents: number,
 *   net: number }} CashLine
 * @typedef {{ table: string, cents: number, closed: boolean }} RackLine
 * @typedef {{ deposits: number, withdrawals: number, corrections: number, rows: CashLine[], racks: RackLine[],
 *   opening: number, came_in: { [key: string]: number }, went_out: { [key: string]: number }, closing: number,
 *   ties: boolean }} CageTotals
 * @typedef {{ title: string, from: string, to: string, gaming_day: string, made: string, activity: boolean,
 *   tables: ReportRow[], by_day: ReportRow[], by_table: ReportRow[], all: ReportRow, cage: CageTotals,
 *   counting: string[], remarks: string[] }} HallReport
 * @typedef {{ day: string, rounds: number, proved: number }} RoundsOfDay
 * @typedef {{ at: number, who: string, second: string, counted: number, should: number, difference: number,
 *   closes: string, why: string }} Count
 * @typedef {{ number: number, at: number, kind: string, player: string, cents: number, who: string }} CashMoved
 * @typedef {{ player: string, came_in: number, went_out: number, since: number }} CashByPerson
 * @typedef {{ number: number, at: number, kind: string, table: string, cents: number, who: string, state: string,
 *   second: string, why: string }} Slip
 * @typedef {{ opening: number, deposits: number, deposited: number, withdrawals: number, withdrawn: number,
 *   differences: number, should_hold: number, counts: Count[], last_count: Count | null, moved_since: number,
 *   cash: CashMoved[], people: CashByPerson[], slips: Slip[], through: number }} Drawer
 * @typedef {{ cage: number, house: number, players: number, jackpots: number, racks: number, collection: number,
 *   other: number, float: number, bots: number, bots_given: number, ties: boolean }} Holdings
 * @typedef {{ hall: string, day: string, begins: number, ends: number, cage: Drawer, threshold: number | null,
 *   holdings: Holdings | null }} CageDay
 * @typedef {{ counted: number, should: number }} DoneCount
 * @typedef {{ why: string, table: string, game: string }} KeepRunning
 * @typedef {{ tables: number, dealing: number, people: number, bots: number, own_tables: number,
 *   own_people: number }} Presence
 * @typedef {{ do: "approve" | "decline" | "keep" | "open" | "resume", label: string, to: string }} Action
 * @typedef {{ kind: "cash" | "count" | "jackpot" | "paused" | "request" | "theory", title: string, says: string,
 *   since: number, actions: Action[], number: number, table: string, game: string }} PendingDecision
 * @typedef {{ says: string, at: number }} Next
 * @typedef {{ table: string, game: string, rounds: number, voided: number, win: number, collection: number,
 *   expected: number | null, z: number | null }} TableResult
 * @typedef {{ at: number, rounds: number }} HourOfPlay
 * @typedef {{ name: string, game: string, rules: string, rounds: number, win: number, expected: number | null,
 *   error: number | null, z: number | null, why: string }} TheoryBar
 * @typedef {{ rounds: number, voided: number, win: number, expected: number | null, collection: number,
 *   tables: TableResult[], hours: HourOfPlay[], theory: TheoryBar[] }} DayOfPlay
 * @typedef {{ name: string, cents: number, hits: number, paid: number }} JackpotToday
 * @typedef {{ day: DayOfPlay, owed: Liabilities, holdings: Holdings, jackpots: JackpotToday[], events: CageEntry[],
 *   counting: string[] }} Play
 * @typedef {{ hall: string, day: string, begins: number, ends: number, now: number, needs: PendingDecision[],
 *   next: Next, room: Presence, cage: Drawer, play: Play | null }} Today
 * @typedef {{ hall: string, table: string, since: string }} ServedTable
 * @typedef {{ number: number, name: string, here: boolean, lives: boolean, since: string, until: string,
 *   tables: ServedTable[] }} ProcessEntry
 * @typedef {{ password: string, code: string }} FactorCode
 * @typedef {{ password: string }} FactorPassword
 * @typedef {{ name?: string }} GuestName
 * @typedef {{ name: string }} DemoPerson
 * @typedef {{ old: string, new: string, code?: string }} PasswordChange
 * @typedef {{ name: string, password: string, code?: string }} Credentials
 * @typedef {{ name: string, scopes: string[], password: string, code?: string, days?: number }} TokenToCreate
 * @typedef {{ game: string, set?: string | null, house?: { [key: string]: any }, bots?: number | null,
 *   pace?: "quick" | "slow" | "usual", level?: "easy" | "usual", accept_whole_pots?: boolean }} WantedGame
 * @typedef {{ key: string }} TableKey
 * @typedef {{ bot: string }} BotToLeave
 * @typedef {{ why?: string }} OptionalReason
 * @typedef {{ act?: number, bank?: number, between?: number, waits?: boolean, friends?: boolean, misses?: number,
 *   grace?: number, leave?: number, offer?: number, again?: number }} TableTiming
 * @typedef {{ name: string, game: string, set?: string | null, house?: { [key: string]: any },
 *   settings?: TableTiming | null, bots?: number, jackpots?: { [key: string]: string },
 *   accept_whole_pots?: boolean }} TableToOpen
 * @typedef {{ why: string }} Reason
 * @typedef {{ what: string, stopped: boolean, why: string }} StopChange
 * @typedef {{ why: string, round: string }} RoundToVoid
 * @typedef {{ who: string, cents: number, id?: string }} CageSlip
 * @typedef {{ player: string, cents: number, better: boolean, why: string, id?: string }} Correction
 * @typedef {{ barred: boolean, why: string, until?: string | null }} BarChange
 * @typedef {{ why: string, factor?: boolean }} ResetOrder
 * @typedef {{ roles: string[], why: string }} RoleChange
 * @typedef {{ on: boolean, limit: number, why: string, deposit?: number | null,
 *   cashier?: number | null }} TwoPersonSetting
 * @typedef {{ agree: boolean }} CoachAgreement
 * @typedef {{ spot: string, question: string }} CoachQuestion
 * @typedef {{ seed: string, answers?: DrillAnswer[], action?: string, value?: any }} DrillDecision
 * @typedef {{ kind?: string, seed?: string, answers?: DrillAnswer[] }} WantedDrill
 * @typedef {{ share: boolean }} ReviewSharing
 * @typedef {{ action: string, value?: any }} PracticeAnswer
 * @typedef {{ hall: string, table: string, rounds: number[] }} ReviewedTable
 * @typedef {{ least?: string, most?: string }} Limits
 * @typedef {{ label: string, cards: string, ranking: string, lines: { [key: string]: string }, folded?: string,
 *   needs?: string, least?: string, most?: string }} SideBet
 * @typedef {{ game: string, base: string, set?: string, pays?: { [key: string]: { [key: string]: string } },
 *   house?: { [key: string]: string | boolean | number }, limits?: { [key: string]: Limits }, seats?: number,
 *   qualifies?: string, side_bets?: SideBet[] }} RulesDraft
 * @typedef {{ draft: RulesDraft, why: string }} DraftToSave
 * @typedef {{ draft: RulesDraft, certificate?: boolean }} DraftToCompute
 * @typedef {{ counted: number, closes: "day" | "shift", why?: string, id?: string }} CountOfDrawer
 * @typedef {{ seat: number, behind: boolean, stack: number, out: boolean, away: boolean, here: boolean,
 *   bot: boolean }} SeatedPlayer
 * @typedef {{ name: string,
 *   state: "between" | "broken" | "closed" | "closing" | "opening" | "paused" | "playing" | "stopped" | "waiting",
 *   game: string, title: string, lines: number, people: { [key: string]: SeatedPlayer }, starts: number | null,
 *   waits: boolean, draining: boolean, clock: { [key: string]: number }, spare: number, waiting: number,
 *   questions: { [key: string]: string }, commitment: string, chains: { [key: string]: string },
 *   asked: { [key: string]: string }, seeds: { [key: string]: string }, withheld: string[], head: string,
 *   meters: { [key: string]: number }, picture: Picture | null }} TableScene
 */

export {};
