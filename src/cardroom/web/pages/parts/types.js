// Types of what the server sends, as in `cardroom.show.pictures.values` and `cardroom.room`. Nothing here runs.

/**
 * @typedef {{ name: string, says?: string, seat?: number }} Marker
 * @typedef {{ seat: number, bettor: string, name: string, stack: number, bet?: number, you?: boolean,
 *   backline?: boolean,
 *   asked?: boolean, did?: string, said?: string[], status?: string, draws?: number, markers?: Marker[],
 *   net?: number | null }} Chair
 * @typedef {{ place: [string, string?, string?], title: string, cards: number[], says?: string, seat?: number,
 *   mine?: boolean, dealer?: boolean, active?: boolean, up?: number[], shows?: string, folded?: boolean,
 *   slots?: number,
 *   plays?: number[] }} Spread
 * @typedef {{ spot: string, seat: number, name: string, wager: string, label: string, amount: number, mine?: boolean,
 *   spots?: number[], dropped?: number }} Box
 * @typedef {{ spot: string, seat: number, name: string, wager: number, holds: number, paid?: number,
 *   collected?: number,
 *   pays?: number, collects?: number }} Bank
 * @typedef {{ name: string, amount: number, seats?: number[], fee?: number }} Pot
 * @typedef {{ row: string, points: number, bonus?: number, why?: string }} ScoreRow
 * @typedef {{ seat: number, rows?: ScoreRow[], points?: number, net?: number }} Score
 * @typedef {{ seat: number, point: number, against: Score[], points?: number, net?: number }} Tally
 * @typedef {{ name: string, amount: number, shares: { seat: number, amount: number }[], fee?: number }} PotSum
 * @typedef {{ seat: number, put_in: number, got: number, net: number, returned?: number, fee?: number }} PlayerSum
 * @typedef {{ pots: PotSum[], players: PlayerSum[], put_in: number, got: number, collection?: number }} HandSums
 * @typedef {{ jackpot: string, label: string, reads: number }} Meter
 * @typedef {{ text: string, cite: string }} Notice
 * @typedef {{ spot: string, seat: number, name: string, label: string, stake: number, stakes: string, net: number,
 *   why: string, cite: string, mine?: boolean, won?: boolean, due?: number | null, banked?: number | null,
 *   explains?: Explanation | null }} Result
 * @typedef {{ name: string, says: string, cards: number[], shared?: number[], part?: string, seat?: number,
 *   mine?: boolean, won?: boolean }} DecidingHand
 * @typedef {{ says: string, rule?: string, hands?: DecidingHand[] }} Explanation
 * @typedef {{ says: string, cite?: string, kind?: string, mine?: boolean, drawn?: boolean, event?: number,
 *   explains?: string }} Happened
 * @typedef {{ key: string, label: string, amount: number }} Quick
 * @typedef {{ picked: number[], says: [string, string], warns?: string }} Split
 * @typedef {{ wager: string, label: string, least: number, most: number, required?: boolean, needs?: string[],
 *   equals?: string, behind?: number, excludes?: string }} Area
 * @typedef {{ name: string, lies: number[], room: number, ranking?: string }} Row
 * @typedef {{ type: string, action: string, amount?: number, least: number, most: number, step?: number, areas: Area[],
 *   chips: number, cards: number[], rows: Row[], discards?: number, count: number, among: number[],
 *   picked?: string }} Option
 * @typedef {{ action: string, kind: "choice" | "amount" | "bets" | "pick" | "lay" | "name", key: string, label: string,
 *   amount?: number, option: Option, quick?: Quick[], warns?: string, splits?: Split[],
 *   help?: string }} Offer
 * @typedef {{ spot: string, title: string, offers: Offer[], otherwise: string, why?: string }} Prompt
 * @typedef {{ wager: string, label: string, least?: number, most?: number, required?: boolean, equals?: string,
 *   later?: boolean, spots?: number, jackpot?: boolean, side?: boolean, pays?: string }} Printed
 * @typedef {{ filled: string, ring: string, stroke: string, dots?: Record<string, string> }} RoadMarks
 * @typedef {{ felt: string, seating: "rim" | "columns" | "ring" | "rows" | "segments", seats: number, stakes: string,
 *   source: string,
 *   areas?: Printed[], cards?: Record<string, number>, draws?: number, bonus?: number[], circles?: boolean,
 *   behind?: boolean, banked?: boolean, roads?: RoadMarks | null }} Cloth
 * @typedef {{ game: string, name: string, rules: string, id: string, viewer: string | null, cloth: Cloth,
 *   chairs: Chair[],
 *   spreads: Spread[], markers?: Marker[], boxes?: Box[], bank?: Bank | null, pots?: Pot[], meters?: Meter[],
 *   notices?: Notice[], collection?: string[], display?: Record<string, any>, waits_for?: string[], prompts?: Prompt[],
 *   results?: Result[], tallies?: Tally[], sums?: HandSums | null, street?: string, happened?: Happened[], over?: boolean }} Picture
 * @typedef {{ seat: number, behind: boolean, stack: number, out: boolean, away: boolean, here: boolean,
 *   bot?: boolean }} Sitter
 * @typedef {{ name: string, game: string, title: string, state: string, people: Record<string, Sitter>,
 *   starts: number | null, waits?: boolean, draining?: boolean, clock: Record<string, number>, spare?: number, questions: Record<string, string>,
 *   waiting: number,
 *   commitment: string, head?: string, chains?: Record<string, string>, asked?: Record<string, string>,
 *   seeds?: Record<string, string>, withheld?: string[], picture: Picture | null }} Scene
 * @typedef {{ name: string, title?: string, set?: string, seats?: number, stakes?: string, felt?: string,
 *   usual?: number,
 *   practice?: boolean, private?: boolean, coach?: boolean, buy_in?: any }} Listed
 * @typedef {{ action: string, label: string, amount: number, cards: number[], exact: string, units: number,
 *   cents: number, cost: number, best: boolean }} ValuedOption
 * @typedef {{ game: string, rules: string, digest: string, spot: string, kind: string, unit: string, stake: number,
 *   options: ValuedOption[], says: string, reason: string, note: string }} Advice
 */

export {};
