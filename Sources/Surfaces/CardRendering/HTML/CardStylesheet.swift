/// The style sheet of every card.
///
/// A page sets its theme in custom properties: `--ac-text`, `--ac-subtle`, `--ac-accent`, `--ac-on-accent`,
/// `--ac-good`, `--ac-warning`, `--ac-attention`, `--ac-destructive`, `--ac-dark`, `--ac-light`, `--ac-separator`,
/// `--ac-emphasis-background`, `--ac-field-background`, `--ac-button-background`, `--ac-destructive-background`,
/// `--ac-card-padding`, and the spacings
/// `--ac-spacing-extra-small` to `--ac-spacing-extra-large` and `--ac-spacing-padding`. All but `--ac-text` have
/// defaults that are derived from it. The rules of the cards themselves must come after this sheet.
package enum CardStylesheet {
    package static let css = [layout, text, images, actions, inputs, motion].joined(separator: "\n")

    private static let layout = """
        .ac-card{
        --ac-s-xs:var(--ac-spacing-extra-small,2px);--ac-s-s:var(--ac-spacing-small,4px);
        --ac-s-d:var(--ac-spacing-default,8px);--ac-s-m:var(--ac-spacing-medium,16px);
        --ac-s-l:var(--ac-spacing-large,24px);--ac-s-xl:var(--ac-spacing-extra-large,32px);
        --ac-s-p:var(--ac-spacing-padding,16px);
        --ac-line:var(--ac-separator,color-mix(in srgb,var(--ac-text) 18%,transparent));
        --ac-quiet:var(--ac-subtle,color-mix(in srgb,var(--ac-text) 60%,transparent));
        --ac-tint:var(--ac-accent,var(--ac-text));
        --ac-pressed:color-mix(in srgb,var(--ac-text) 8%,transparent);
        color:var(--ac-text);font-size:.9375rem;line-height:1.35;padding:var(--ac-card-padding,0);
        overflow-wrap:break-word;text-align:start;isolation:isolate}
        .ac-card,.ac-card *,.ac-card ::before{box-sizing:border-box}
        .ac-card [hidden]{display:none!important}
        .ac-items{display:flex;flex-direction:column;min-width:0}
        .ac-element,.ac-column{--ac-gap:var(--ac-s-d);min-width:0}
        .ac-separated{position:relative}
        .ac-spacing-none{--ac-gap:0px}
        .ac-spacing-extra-small{--ac-gap:var(--ac-s-xs)}
        .ac-spacing-small{--ac-gap:var(--ac-s-s)}
        .ac-spacing-medium{--ac-gap:var(--ac-s-m)}
        .ac-spacing-large{--ac-gap:var(--ac-s-l)}
        .ac-spacing-extra-large{--ac-gap:var(--ac-s-xl)}
        .ac-spacing-padding{--ac-gap:var(--ac-s-p)}
        .ac-items>.ac-element:not([hidden])~.ac-element{margin-top:var(--ac-gap)}
        .ac-items>.ac-element:not([hidden])~.ac-separated::before{content:"";position:absolute;
        inset-inline:0;top:calc(var(--ac-gap)/-2);border-top:1px solid var(--ac-line)}
        .ac-columns{display:flex;align-items:stretch}
        :where(.ac-column){flex:1 1 50px}
        :where(.ac-column-auto){flex:0 1 auto}
        .ac-columns>.ac-column:not([hidden])~.ac-column{margin-inline-start:var(--ac-gap)}
        .ac-columns>.ac-column:not([hidden])~.ac-separated::before{content:"";position:absolute;
        inset-block:0;inset-inline-start:calc(var(--ac-gap)/-2);border-inline-start:1px solid var(--ac-line)}
        .ac-stretch{flex:1 1 auto}
        .ac-content-center{justify-content:center}
        .ac-content-bottom{justify-content:flex-end}
        .ac-align-start{text-align:start;--ac-justify:flex-start}
        .ac-align-center{text-align:center;--ac-justify:center}
        .ac-align-end{text-align:end;--ac-justify:flex-end}
        .ac-card{--ac-outer:var(--ac-card-padding,0px)}
        .ac-padded{padding:var(--ac-s-p);border-radius:var(--ac-radius,10px)}
        .ac-padded>*{--ac-outer:var(--ac-s-p)}
        .ac-style-emphasis{background:var(--ac-emphasis-background,color-mix(in srgb,var(--ac-text) 7%,transparent))}
        .ac-style-default{background:var(--ac-default-background,transparent)}
        .ac-style-good{background:color-mix(in srgb,var(--ac-good,#34c759) 16%,transparent)}
        .ac-style-warning{background:color-mix(in srgb,var(--ac-warning,#ff9f0a) 16%,transparent)}
        .ac-style-attention{background:color-mix(in srgb,var(--ac-attention,#ff453a) 16%,transparent)}
        .ac-style-accent{background:color-mix(in srgb,var(--ac-tint) 16%,transparent)}
        .ac-items>.ac-element.ac-bleed-top,.ac-columns>.ac-bleed-top{margin-top:calc(-1*var(--ac-outer))}
        .ac-bleed-bottom{margin-bottom:calc(-1*var(--ac-outer))}
        .ac-bleed-start{margin-inline-start:calc(-1*var(--ac-outer))}
        .ac-bleed-end{margin-inline-end:calc(-1*var(--ac-outer))}
        """

    private static let text = """
        .ac-text p,.ac-text ul,.ac-text ol{margin:0}
        .ac-text>*+*,.ac-clamp>*+*{margin-top:.5em}
        .ac-text ul,.ac-text ol{padding-inline-start:1.4em;text-align:start;list-style:revert}
        .ac-text,.ac-fact>*,.ac-action,.ac-choice-title{unicode-bidi:isolate}
        .ac-text.ac-nowrap>*,.ac-choice-title.ac-nowrap{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .ac-text.ac-nowrap>*{text-align:-webkit-match-parent;text-align:match-parent}
        .ac-clamp{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
        .ac-size-small{font-size:.8125rem}
        .ac-size-medium{font-size:1.0625rem;line-height:1.3}
        .ac-size-large{font-size:1.375rem;line-height:1.22;letter-spacing:-.005em}
        .ac-size-extra-large{font-size:2.125rem;line-height:1.1;letter-spacing:-.015em;font-weight:300;
        font-variant-numeric:proportional-nums}
        .ac-weight-lighter{font-weight:300}
        .ac-weight-bolder{font-weight:600}
        .ac-mono{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.95em}
        .ac-subtle{color:var(--ac-quiet)}
                .ac-color-dark{--ac-tone:var(--ac-dark,var(--ac-text))}
        .ac-color-light{--ac-tone:var(--ac-light,var(--ac-text))}
        .ac-color-accent{--ac-tone:var(--ac-tint)}
        .ac-color-good{--ac-tone:var(--ac-good,#34c759)}
        .ac-color-warning{--ac-tone:var(--ac-warning,#ff9f0a)}
        .ac-color-attention{--ac-tone:var(--ac-attention,#ff453a)}
        [class*=ac-color-]{color:var(--ac-tone)}
        .ac-faded{color:color-mix(in srgb,var(--ac-tone) 72%,transparent)}
        .ac-link{color:var(--ac-tint);text-decoration:underline;text-decoration-thickness:1px;
        text-underline-offset:.15em}
        .ac-facts{display:grid;grid-template-columns:fit-content(45%) minmax(0,1fr);gap:var(--ac-s-s) var(--ac-s-m);
        margin:0;font-variant-numeric:tabular-nums}
        .ac-fact{display:contents}
        .ac-fact dt{color:var(--ac-quiet)}
        .ac-fact dd{margin:0;min-width:0}
        """

    private static let images = """
        .ac-image-frame{display:inline-block;position:relative;max-width:100%;vertical-align:top;line-height:0}
        :where(.ac-picture){max-width:100%;height:auto;vertical-align:top}
        .ac-image-frame>picture{display:contents}
        .ac-picture[data-broken]{visibility:hidden}
        .ac-image-stretch{display:block}
        .ac-image-stretch .ac-picture{width:100%}
        .ac-image-small .ac-picture{width:40px}
        .ac-image-medium .ac-picture{width:80px}
        .ac-image-large .ac-picture{width:160px}
        .ac-person{border-radius:50%;object-fit:cover}
        .ac-backdrop{position:absolute;inset:0;z-index:-1;width:100%;height:100%;object-fit:cover;pointer-events:none}
        .ac-image-missing{color:var(--ac-quiet);line-height:1.35;font-size:.8125rem}
        """

    private static let actions = """
        .ac-actions,.ac-more-actions{display:flex;flex-wrap:wrap;gap:var(--ac-s-d);
        justify-content:var(--ac-justify,flex-start);align-items:center}
        .ac-action{appearance:none;display:inline-flex;align-items:center;justify-content:center;gap:.4em;
        position:relative;max-width:100%;min-height:34px;margin:0;padding:6px 14px;border:0;border-radius:9px;
        background:var(--ac-button-background,color-mix(in srgb,var(--ac-text) 11%,transparent));color:var(--ac-tint);
        font:inherit;font-size:.9375rem;font-weight:500;line-height:1.2;text-align:center;text-decoration:none;
        cursor:pointer;-webkit-tap-highlight-color:transparent}
        @media (hover:hover){.ac-action:hover{background:color-mix(in srgb,var(--ac-text) 16%,transparent)}}
        .ac-action:active{opacity:.6}
        .ac-action:focus-visible,.ac-field:focus-visible,.ac-switch:focus-visible,.ac-option:focus-visible,
        .ac-link:focus-visible{outline:2px solid var(--ac-tint);outline-offset:2px}
        .ac-action.ac-positive{background:var(--ac-tint);color:var(--ac-on-accent,#fff)}
        @media (hover:hover){
        .ac-action.ac-positive:hover{background:color-mix(in srgb,var(--ac-tint) 85%,var(--ac-text))}}
        .ac-action.ac-destructive{color:var(--ac-destructive,#ff453a);background:var(--ac-destructive-background,
        var(--ac-button-background,color-mix(in srgb,var(--ac-text) 11%,transparent)))}
        @media (hover:hover){
        .ac-action.ac-destructive:hover{color:color-mix(in srgb,var(--ac-destructive,#ff453a) 70%,var(--ac-text))}}
        .ac-action:disabled,.ac-action[aria-disabled=true]{opacity:.4;cursor:default}
        .ac-action-icon{width:18px;height:18px;object-fit:contain}
        .ac-refused{color:var(--ac-quiet)}
        .ac-selectable{position:relative}
        .ac-selectable :is(.ac-action,.ac-link,.ac-field,.ac-choice):not(.ac-select){position:relative;z-index:2}
        .ac-action.ac-select{position:absolute;inset:0;z-index:1;display:block;min-height:0;max-width:none;padding:0;
        background:none;border-radius:8px}
        .ac-padded>.ac-action.ac-select{border-radius:inherit}
        @media (hover:hover){.ac-action.ac-select:hover{background:var(--ac-pressed)}}
        .ac-action.ac-select:active{background:var(--ac-pressed);opacity:1}
        .ac-action.ac-select:focus-visible{outline-offset:1px}
        .ac-more{position:relative}
        .ac-more>summary{list-style:none}
        .ac-more>summary::-webkit-details-marker{display:none}
        .ac-more-actions{margin-top:var(--ac-s-s)}
        @media (pointer:coarse){.ac-action:not(.ac-select){min-height:44px}}
        @media (prefers-reduced-motion:no-preference){
        .ac-action{transition:background-color .15s ease,opacity .15s ease}
        .ac-switch,.ac-switch::before{transition:background-color .2s ease,transform .2s ease}}
        """

    /// The animations of bars and rings with indeterminate progress.
    private static let motion = """
        @keyframes ac-slide{from{transform:translateX(-100%)}to{transform:translateX(250%)}}
        @keyframes ac-turn{to{transform:rotate(1turn)}}
        """

    private static let inputs = """
        .ac-label{display:block;margin-bottom:var(--ac-s-s);padding:0;color:var(--ac-quiet);font-size:.8125rem}
        .ac-required{color:var(--ac-attention,#ff453a)}
        .ac-label-inline{display:grid;grid-template-columns:minmax(0,30%) minmax(0,1fr);column-gap:var(--ac-s-m);
        align-items:center}
        .ac-label-inline>:not(.ac-label){grid-column:2}
        .ac-label-inline>.ac-label{margin:0}
        .ac-input-row{display:flex;gap:var(--ac-s-d);align-items:center}
        .ac-field{appearance:none;position:relative;width:100%;min-width:0;min-height:38px;padding:8px 12px;
        border:1px solid var(--ac-line);border-radius:9px;color:inherit;font:inherit;font-size:max(1rem,16px);
        background:var(--ac-field-background,color-mix(in srgb,var(--ac-text) 7%,transparent))}
        .ac-field::placeholder{color:var(--ac-quiet);opacity:1}
        textarea.ac-field{resize:vertical}
        select.ac-field{appearance:auto}
        .ac-field option{color:initial}
        .ac-field[aria-invalid=true]{border-color:var(--ac-attention,#ff453a)}
        .ac-choices{min-width:0;margin:0;padding:0;border:0}
        .ac-choice{display:flex;align-items:center;gap:var(--ac-s-d);position:relative;min-height:34px;cursor:pointer}
        .ac-choice-title{min-width:0}
        .ac-choice:has(.ac-switch){flex-direction:row-reverse;justify-content:space-between}
        .ac-option{flex:none;width:18px;height:18px;margin:0;accent-color:var(--ac-tint)}
        .ac-switch{appearance:none;flex:none;position:relative;width:51px;height:31px;margin:0;border-radius:16px;
        background:color-mix(in srgb,var(--ac-text) 20%,transparent);cursor:pointer}
        .ac-switch::before{content:"";position:absolute;inset-block-start:2px;inset-inline-start:2px;width:27px;
        height:27px;border-radius:50%;background:#fff;box-shadow:0 1px 3px rgb(0 0 0/.3)}
        .ac-switch:checked{background:var(--ac-good,#34c759)}
        .ac-switch:checked::before{transform:translateX(20px)}
        .ac-switch:checked:dir(rtl)::before{transform:translateX(-20px)}
        @media (forced-colors:active){.ac-action:not(.ac-select),.ac-switch{border:1px solid}
        .ac-switch::before{background:ButtonText}.ac-switch:checked{background:Highlight;forced-color-adjust:none}
        .ac-switch:checked::before{background:HighlightText}}
        .ac-input-error{margin:var(--ac-s-s) 0 0;color:var(--ac-attention,#ff453a);font-size:.8125rem}
        """
}
