"""One hand as a log of each site. Ann has the button, bob and cy post 1 and 2, and cy's aces beat ann's kings.

Ann raises to 6, bob folds, cy calls. The flop is checked. On the turn cy bets 8 and ann calls. On the river cy bets the
last 34, and ann calls with the 26 that she has. The pot is 81, cy gets 8 back, and the house takes 1.
"""

FINISH = {"ann": 0, "bob": 99, "cy": 88}
"""Each player's chips at the end: ann had 40, bob 100 and cy 48."""

GGPOKER = """Poker Hand #HD7001: Hold'em No Limit ($1/$2) - 2024/05/01 20:00:00
Table 'Ceres' 6-max Seat #2 is the button
Seat 2: ann ($40 in chips)
Seat 4: bob ($100 in chips)
Seat 5: cy ($48 in chips)
bob: posts small blind $1
cy: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [Ks Kh]
Dealt to bob
Dealt to cy
ann: raises $4 to $6
bob: folds
cy: calls $4
*** FLOP *** [2c 7d 9h]
cy: checks
ann: checks
*** TURN *** [2c 7d 9h] [3s]
cy: bets $8
ann: calls $8
*** RIVER *** [2c 7d 9h 3s] [4s]
cy: bets $34 and is all-in
ann: calls $26 and is all-in
Uncalled bet ($8) returned to cy
*** SHOWDOWN ***
cy: shows [As Ah] (Pair of Aces)
ann: shows [Ks Kh] (Pair of Kings)
cy collected $80 from pot
*** SUMMARY ***
Total pot $81 | Rake $0.60 | Jackpot $0.40 | Bingo $0
Seat 2: ann (button) showed [Ks Kh] and lost with Pair of Kings
Seat 5: cy (big blind) showed [As Ah] and won ($80) with Pair of Aces
"""

FULL_TILT = """Full Tilt Poker Game #7002: Table Ceres (6 max) - $1/$2 - No Limit Hold'em - 20:00:00 ET - 2010/05/01
Seat 2: ann ($40)
Seat 4: bob ($100)
Seat 5: cy ($48)
Seat 6: dee ($10), is sitting out
bob posts the small blind of $1
cy posts the big blind of $2
The button is in seat #2
*** HOLE CARDS ***
Dealt to ann [Ks Kh]
ann raises to $6
dee: nice
bob folds
cy calls $4
*** FLOP *** [2c 7d 9h] (Total Pot: $13, 2 Players)
cy checks
ann has 15 seconds left to act
ann checks
*** TURN *** [2c 7d 9h] [3s] (Total Pot: $13, 2 Players)
cy bets $8
ann calls $8
*** RIVER *** [2c 7d 9h 3s] [4s] (Total Pot: $29, 2 Players)
cy bets $34, and is all in
ann calls $26, and is all in
Uncalled bet of $8 returned to cy
cy shows [As Ah] a pair of Aces
ann mucks
cy wins the pot ($80) with a pair of Aces
*** SUMMARY ***
Total pot $81 | Rake $1
Board: [2c 7d 9h 3s 4s]
Seat 2: ann (button) mucked [Ks Kh] - a pair of Kings
Seat 5: cy (big blind) showed [As Ah] and won ($80) with a pair of Aces
"""

WINAMAX = """Winamax Poker - CashGame - HandId: #7003-1-1700000000 - Holdem no limit (1€/2€) - 2024/05/01 20:00:00 UTC
Table: 'Ceres' 6-max (real money) Seat #2 is the button
Seat 2: ann (40€)
Seat 4: bob (100€)
Seat 5: cy (48€)
*** ANTE/BLINDS ***
bob posts small blind 1€
cy posts big blind 2€
Dealt to ann [Ks Kh]
*** PRE-FLOP ***
ann raises 4€ to 6€
bob folds
cy calls 4€
*** FLOP *** [2c 7d 9h]
cy checks
ann checks
*** TURN *** [2c 7d 9h][3s]
cy bets 8€
ann calls 8€
*** RIVER *** [2c 7d 9h 3s][4s]
cy bets 34€ and is all-in
ann calls 26€ and is all-in
*** SHOW DOWN ***
cy shows [As Ah] (One pair : Aces)
ann shows [Ks Kh] (One pair : Kings)
cy collected 80€ from pot
*** SUMMARY ***
Total pot 80€ | Rake 1€
Board: [2c 7d 9h 3s 4s]
"""

PACIFIC = """#Game No : 7004
***** 888poker Hand History for Game 7004 *****
$1/$2 Blinds No Limit Holdem - *** 01 05 2012 20:00:00
Table Ceres 6 Max (Real Money)
Seat 2 is the button
Total number of players : 4
Seat 2: ann ( $40 )
Seat 4: bob ( $100 )
Seat 5: cy ( $48 )
Seat 9: dee ( $1,000 )
dee folds
bob posts small blind [$1]
cy posts big blind [$2]
** Dealing down cards **
Dealt to ann [ Ks, Kh ]
ann raises [$6]
bob folds
cy calls [$4]
** Dealing flop ** [ 2c, 7d, 9h ]
cy checks
ann checks
** Dealing turn ** [ 3s ]
cy bets [$8]
ann calls [$8]
** Dealing river ** [ 4s ]
cy bets [$34]
ann calls [$26]
** Summary **
cy shows [ As, Ah ]
ann mucks [ Ks, Kh ]
cy collected [ $88 ]
"""

PARTY = """Game #7005 starts.

#Game No : 7005
***** Hand History for Game 7005 *****
$200 USD NL Texas Hold'em - Monday, May 02, 20:00:00 EDT 2011
Table Ceres (Real Money)
Seat 2 is the button
Total number of players : 3/6
Seat 5: cy ( $48 USD )
Seat 2: ann ( $40 USD )
Seat 4: bob ( $100 USD )
bob posts small blind [$1 USD].
cy posts big blind [$2 USD].
** Dealing down cards **
Dealt to ann [  Ks Kh ]
ann raises [$6 USD]
bob folds
cy calls [$4 USD]
** Dealing Flop ** [ 2c, 7d, 9h ]
cy checks
ann checks
** Dealing Turn ** [ 3s ]
cy bets [$8 USD]
ann calls [$8 USD]
** Dealing River ** [ 4s ]
cy is all-In  [$34 USD]
ann is all-In  [$26 USD]
cy shows [ As, Ah ]a pair of Aces.
ann doesn't show [ Ks, Kh ]a pair of Kings.
cy wins $8 USD from the side pot 1 with a pair of Aces.cy wins $80 USD from the main pot with a pair of Aces.
"""

WINNING_OLD = """Game started at: 2016/5/1 20:0:0
Game ID: 7006 1/2 Ceres (Hold'em)
Seat 2 is the button
Seat 2: ann (40).
Seat 4: bob (100).
Seat 5: cy (48).
Player bob has small blind (1)
Player cy has big blind (2)
Player bob received a card.
Player cy received a card.
Player ann received card: [Ks]
Player ann received card: [Kh]
Player ann raises (6)
Player bob folds
Player cy calls (4)
*** FLOP ***: [2c 7d 9h]
Player cy checks
Player ann checks
*** TURN ***: [2c 7d 9h] [3s]
Player cy bets (8)
Player ann calls (8)
*** RIVER ***: [2c 7d 9h 3s] [4s]
Player cy allin (34)
Player ann allin (26)
Uncalled bet (8) returned to cy
------ Summary ------
Pot: 80. Rake 0.75. JP fee 0.25
Board: [2c 7d 9h 3s 4s]
Player ann mucks (does not show: [Ks Kh]). Bets: 40. Collects: 0. Loses: 40.
Player bob does not show cards.Bets: 1. Collects: 0. Loses: 1.
*Player cy shows: One pair of As [As Ah]. Bets: 40. Collects: 80. Wins: 40.
Game ended at: 2016/5/1 20:1:0
"""

WINNING = """Hand #7007 - Holdem(No Limit) - $1.00/$2.00 - 2021/05/01 20:00:00 UTC
Ceres 6-max Seat #2 is the button
Seat 2: ann ($40.00)
Seat 3: dee ($9.00) is sitting out
Seat 4: bob ($100.00)
Seat 5: cy ($48.00)
bob posts the small blind $1.00
cy posts the big blind $2.00
*** HOLE CARDS ***
Dealt to ann [Ks Kh]
ann raises $4.00 to $6.00
bob folds
cy calls $4.00
*** FLOP *** [2c 7d 9h]
Main pot $13.00 | Rake $0.00
cy checks
ann checks
*** TURN *** [2c 7d 9h] [3s]
cy bets $8.00
ann calls $8.00
*** RIVER *** [2c 7d 9h 3s] [4s]
cy bets $34.00 and is all-in
ann calls $26.00 and is all-in
Uncalled bet ($8.00) returned to cy
*** SHOW DOWN ***
cy shows [As Ah] (a pair of Aces [As Ah 9h 7d 4s])
ann mucks hand
cy collected $80.00 from main pot
*** SUMMARY ***
Total pot $80.00 | Rake $0.75 | JP Fee $0.25
Seat 2: ann (button) mucked [Ks Kh]
Seat 5: cy (big blind) showed [As Ah] and won $80.00 with a pair of Aces
"""

BOVADA = """Ignition Hand #7008 TBL#99 HOLDEM No Limit - 2016-05-01 20:00:00
Seat 2: Dealer [ME] ($40 in chips)
Seat 4: Small Blind ($100 in chips)
Seat 5: Big Blind ($48 in chips)
Dealer  [ME] : Set dealer [2]
Small Blind : Small Blind $1
Big Blind : Big blind $2
*** HOLE CARDS ***
Dealer  [ME] : Card dealt to a spot [Ks Kh]
Small Blind : Card dealt to a spot [8s 3d]
Big Blind : Card dealt to a spot [As Ah]
Dealer  [ME] : Raises $6 to $6
Small Blind : Folds
Big Blind : Calls $4
*** FLOP *** [2c 7d 9h]
Big Blind : Checks
Dealer  [ME] : Checks
*** TURN *** [2c 7d 9h] [3s]
Big Blind : Bets $8
Dealer  [ME] : Calls $8
*** RIVER *** [2c 7d 9h 3s] [4s]
Big Blind : All-in $34
Dealer  [ME] : All-in $26
Big Blind : Return uncalled portion of bet $8
Big Blind : Showdown [As Ah 9h 7d 4s] (One pair)
Dealer  [ME] : Mucks [Ks Kh] (One pair)
Big Blind : Hand result $80
Table deposit $20
*** SUMMARY ***
Total Pot($81)
Board [2c 7d 9h 3s 4s]
"""

IPOKER = """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1"><general><gametype>Holdem NL $1/$2</gametype><tablename>Ceres</tablename></general>
<game gamecode="7009"><general><startdate>2012-05-01 20:00:00</startdate><players>
<player seat="2" name="ann" chips="$40" dealer="1" win="$0" bet="$40" />
<player seat="4" name="bob" chips="$100" dealer="0" win="$0" bet="$1" />
<player seat="5" name="cy" chips="$48" dealer="0" win="$80" bet="$48" />
<player seat="6" name="" chips="$0" dealer="0" win="$0" bet="$0" />
</players></general>
<round no="0">
<action no="2" player="cy" type="2" sum="$2" cards=""/><action no="1" player="bob" type="1" sum="$1" cards=""/>
</round>
<round no="1">
<cards type="Pocket" player="ann">SK HK</cards><action no="3" player="ann" type="23" sum="$6" cards=""/>
<cards type="Pocket" player="bob">X X</cards><action no="4" player="bob" type="0" sum="$0" cards=""/>
<cards type="Pocket" player="cy">SA HA</cards><action no="5" player="cy" type="3" sum="$4" cards=""/>
</round>
<round no="2">
<cards type="Flop" player="">C2 D7 H9</cards><action no="7" player="ann" type="4" sum="$0" cards=""/>
<action no="6" player="cy" type="4" sum="$0" cards=""/>
</round>
<round no="3">
<cards type="Turn" player="">S3</cards><action no="8" player="cy" type="5" sum="$8" cards=""/>
<action no="9" player="ann" type="3" sum="$8" cards=""/>
</round>
<round no="4">
<cards type="River" player="">S4</cards><action no="10" player="cy" type="7" sum="$34" cards=""/>
<action no="11" player="ann" type="7" sum="$26" cards=""/>
</round>
</game></session>
"""

HANDS = {
    "GGPoker": GGPOKER,
    "Full Tilt Poker": FULL_TILT,
    "Winamax": WINAMAX,
    "888 Poker": PACIFIC,
    "PartyPoker": PARTY,
    "Winning Poker, old": WINNING_OLD,
    "Winning Poker": WINNING,
    "Bovada": BOVADA,
    "iPoker": IPOKER,
}
