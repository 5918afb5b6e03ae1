"""The style sheet of certificates, for screens, phones, dark mode and paper."""

from cardroom.analysis.certificate.markup import Markup

__all__ = ["STYLE"]

STYLE = Markup("""
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1b1f24; --soft: #5c6570; --rule: #d9dcd6; --tint: #f3f4ef;
  --win: #2b6cb0; --loss: #c05621; --push: #7a828c; --good: #22713b; --bad: #b3261e; --fair: #8a6100; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e6e8ea; --soft: #9aa3ad; --rule: #333a41; --tint: #1c2126;
    --win: #63a8e8; --loss: #ef9461; --push: #98a1ab; --good: #6cc78a; --bad: #ff8a80; --fair: #e0b64d; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2.5rem; border-bottom: 3px double var(--rule); }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
h1 { font: 600 clamp(1.7rem, 5vw, 2.5rem)/1.15 Georgia, "Times New Roman", serif; margin: .1rem 0 .3rem; }
h2 { font: 600 1.5rem/1.2 Georgia, "Times New Roman", serif; margin: 2.8rem 0 .6rem; padding-top: .6rem;
  border-top: 1px solid var(--rule); }
h3 { font-size: 1.2rem; margin: 2.4rem 0 .4rem; }
h4 { font-size: .95rem; margin: 1.5rem 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--win); }
.over { letter-spacing: .12em; text-transform: uppercase; font-size: .78rem; color: var(--soft); margin: 0; }
.under { font-size: 1.05rem; color: var(--soft); margin: 0 0 .6rem; }
.soft { color: var(--soft); }
.small { font-size: .85rem; }
nav { margin: 1rem 0 1.2rem; font-size: .9rem; }
nav a { margin-right: 1.1rem; white-space: nowrap; display: inline-block; padding: .15rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: .8rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code, .exact { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: .88em; overflow-wrap: anywhere; }
.exact { font-size: .76rem; white-space: nowrap; }
pre { background: var(--tint); border: 1px solid var(--rule); border-radius: 6px; padding: .7rem .9rem;
  overflow-x: auto; font-size: .85rem; }
.wide { overflow-x: auto; margin: .6rem 0 1rem -.45rem; }
table { border-collapse: separate; border-spacing: 0; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { padding: .32rem .45rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
th:first-child, td:first-child, .left { text-align: left; }
th:first-child { position: sticky; left: 0; background: var(--paper); }
.wrap { white-space: normal; min-width: 11rem; }
thead th { color: var(--soft); font-weight: 500; vertical-align: bottom; border-bottom-color: var(--soft);
  white-space: normal; }
tbody th { font-weight: 500; }
td small, th small { display: block; color: var(--soft); font-weight: 400; }
tr.force td, tr.force th, th.force, td.force { background: var(--tint); }
th .mark { color: var(--good); }
tr.total td, tr.total th { border-top: 1px solid var(--soft); color: var(--soft); }
.reproduced { color: var(--good); } .differs { color: var(--bad); } .within { color: var(--fair); }
.tally { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; padding: 0; margin: .6rem 0; list-style: none; }
.tally b { font-size: 1.35rem; font-weight: 600; margin-right: .35rem; }
ul.plain { padding-left: 1.1rem; margin: .4rem 0; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--win); padding: .2rem 0; }
.plot { display: block; max-width: 44rem; margin: .5rem 0 1rem; overflow: visible; }
.plot text { font-size: 12px; fill: var(--ink); } .plot .tick { font-size: 11px; fill: var(--soft); }
.plot .name { fill: var(--soft); } .plot .marked { font-weight: 600; fill: var(--ink); }
.plot .value { font-variant-numeric: tabular-nums; }
.plot .grid { stroke: var(--rule); } .plot .axis { stroke: var(--soft); } .plot .track { fill: var(--tint); }
.plot .stem { stroke-width: 2; }
.plot rect.win, .plot circle.win { fill: var(--win); } .plot line.win { stroke: var(--win); }
.plot rect.loss, .plot circle.loss { fill: var(--loss); } .plot line.loss { stroke: var(--loss); }
.plot circle.push { fill: var(--push); } .plot line.push { stroke: var(--push); }
.plot rect.win, .plot rect.loss { opacity: .6; } .plot rect.marked { opacity: 1; }
.key { font-size: .8rem; color: var(--soft); margin: 0; }
.key i { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin: 0 .35em 0 .9em; }
.key i:first-child { margin-left: 0; } .key span { margin-left: 1.4em; }
i.win { background: var(--win); } i.push { background: var(--push); } i.loss { background: var(--loss); }
@media (max-width: 34rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  header { padding-top: 1.4rem; }
  .wide { margin-right: -1rem; padding-right: 1rem; }
  tbody th { white-space: normal; min-width: 8.5rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --tint: #f4f4f4;
    --win: #2b6cb0; --loss: #c05621; --push: #777; --good: #22713b; --bad: #b3261e; --fair: #8a6100; }
  @page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages);
    font: 8pt system-ui, sans-serif; color: #444; } }
  body { font-size: 10pt; line-height: 1.35; } th, td { padding: .18rem .45rem; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  nav, summary { display: none; }
  h2, h3, h4 { break-after: avoid; } tr, svg, li, .wide { break-inside: avoid; } thead { display: table-header-group; }
  p { orphans: 3; widows: 3; } #sign-off, #counts { break-before: page; } footer, pre { overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; } th:first-child { position: static; }
  table { font-size: 7.5pt; max-width: 100%; } th, td { padding: .16rem .35rem; }
  .wide { overflow: visible; margin: .4rem 0 .8rem; }
  @page across { size: A4 landscape; }
  .across, h4:has(+ .across), h3:has(+ h4 + .across) { page: across; }
  #counts table { font-size: 6pt; } #counts th, #counts td { padding: .12rem .22rem; }
  tbody th, .left { white-space: normal; } .exact { white-space: normal; overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; display: block; } }
""")
