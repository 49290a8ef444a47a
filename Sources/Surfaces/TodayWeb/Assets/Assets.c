// The files of the pages, which are part of the program: one array and one line of the table for each.
//
// The compiler copies a file in a moment (C23, #embed), and compiles this again after one has changed. As literals of
// Swift they would take it minutes.
#include "CWebAssets.h"

static const uint8_t maskable_svg[] = {
#embed "Icons/maskable.svg"
};
static const uint8_t monochrome_svg[] = {
#embed "Icons/monochrome.svg"
};
static const uint8_t touch_png[] = {
#embed "Icons/touch.png"
};
static const uint8_t ages_js[] = {
#embed "Scripts/ages.js"
};
static const uint8_t alerts_js[] = {
#embed "Scripts/alerts.js"
};
static const uint8_t answers_js[] = {
#embed "Scripts/answers.js"
};
static const uint8_t away_js[] = {
#embed "Scripts/away.js"
};
static const uint8_t banners_js[] = {
#embed "Scripts/banners.js"
};
static const uint8_t base64url_js[] = {
#embed "Scripts/base64url.js"
};
static const uint8_t beside_js[] = {
#embed "Scripts/beside.js"
};
static const uint8_t cards_js[] = {
#embed "Scripts/cards.js"
};
static const uint8_t choices_js[] = {
#embed "Scripts/choices.js"
};
static const uint8_t clock_js[] = {
#embed "Scripts/clock.js"
};
static const uint8_t cookies_js[] = {
#embed "Scripts/cookies.js"
};
static const uint8_t copy_js[] = {
#embed "Scripts/copy.js"
};
static const uint8_t dates_js[] = {
#embed "Scripts/dates.js"
};
static const uint8_t dom_js[] = {
#embed "Scripts/dom.js"
};
static const uint8_t edit_mode_js[] = {
#embed "Scripts/edit-mode.js"
};
static const uint8_t editor_js[] = {
#embed "Scripts/editor.js"
};
static const uint8_t events_js[] = {
#embed "Scripts/events.js"
};
static const uint8_t expansion_js[] = {
#embed "Scripts/expansion.js"
};
static const uint8_t grid_js[] = {
#embed "Scripts/grid.js"
};
static const uint8_t inputs_js[] = {
#embed "Scripts/inputs.js"
};
static const uint8_t install_js[] = {
#embed "Scripts/install.js"
};
static const uint8_t layers_js[] = {
#embed "Scripts/layers.js"
};
static const uint8_t location_js[] = {
#embed "Scripts/location.js"
};
static const uint8_t main_js[] = {
#embed "Scripts/main.js"
};
static const uint8_t message_body_js[] = {
#embed "Scripts/message-body.js"
};
static const uint8_t morph_js[] = {
#embed "Scripts/morph.js"
};
static const uint8_t motion_js[] = {
#embed "Scripts/motion.js"
};
static const uint8_t navigation_js[] = {
#embed "Scripts/navigation.js"
};
static const uint8_t notifications_js[] = {
#embed "Scripts/notifications.js"
};
static const uint8_t offline_js[] = {
#embed "Scripts/offline.js"
};
static const uint8_t outbox_js[] = {
#embed "Scripts/outbox.js"
};
static const uint8_t packing_js[] = {
#embed "Scripts/packing.js"
};
static const uint8_t page_js[] = {
#embed "Scripts/page.js"
};
static const uint8_t palette_items_js[] = {
#embed "Scripts/palette-items.js"
};
static const uint8_t palette_js[] = {
#embed "Scripts/palette.js"
};
static const uint8_t passkeys_js[] = {
#embed "Scripts/passkeys.js"
};
static const uint8_t patterns_js[] = {
#embed "Scripts/patterns.js"
};
static const uint8_t pending_js[] = {
#embed "Scripts/pending.js"
};
static const uint8_t primary_js[] = {
#embed "Scripts/primary.js"
};
static const uint8_t push_js[] = {
#embed "Scripts/push.js"
};
static const uint8_t question_js[] = {
#embed "Scripts/question.js"
};
static const uint8_t redraw_js[] = {
#embed "Scripts/redraw.js"
};
static const uint8_t requests_js[] = {
#embed "Scripts/requests.js"
};
static const uint8_t rights_js[] = {
#embed "Scripts/rights.js"
};
static const uint8_t rules_js[] = {
#embed "Scripts/rules.js"
};
static const uint8_t scene_js[] = {
#embed "Scripts/scene.js"
};
static const uint8_t settings_js[] = {
#embed "Scripts/settings.js"
};
static const uint8_t sheet_js[] = {
#embed "Scripts/sheet.js"
};
static const uint8_t shortcuts_js[] = {
#embed "Scripts/shortcuts.js"
};
static const uint8_t shrink_js[] = {
#embed "Scripts/shrink.js"
};
static const uint8_t sign_in_js[] = {
#embed "Scripts/sign-in.js"
};
static const uint8_t status_js[] = {
#embed "Scripts/status.js"
};
static const uint8_t tap_store_js[] = {
#embed "Scripts/tap-store.js"
};
static const uint8_t taps_js[] = {
#embed "Scripts/taps.js"
};
static const uint8_t text_actions_js[] = {
#embed "Scripts/text-actions.js"
};
static const uint8_t texts_js[] = {
#embed "Scripts/texts.js"
};
static const uint8_t undo_js[] = {
#embed "Scripts/undo.js"
};
static const uint8_t waiting_js[] = {
#embed "Scripts/waiting.js"
};
static const uint8_t widget_menu_js[] = {
#embed "Scripts/widget-menu.js"
};
static const uint8_t wire_js[] = {
#embed "Scripts/wire.js"
};
static const uint8_t base_css[] = {
#embed "Styles/base.css"
};
static const uint8_t cards_css[] = {
#embed "Styles/cards.css"
};
static const uint8_t complications_css[] = {
#embed "Styles/complications.css"
};
static const uint8_t editor_css[] = {
#embed "Styles/editor.css"
};
static const uint8_t grid_css[] = {
#embed "Styles/grid.css"
};
static const uint8_t install_css[] = {
#embed "Styles/install.css"
};
static const uint8_t limited_css[] = {
#embed "Styles/limited.css"
};
static const uint8_t list_css[] = {
#embed "Styles/list.css"
};
static const uint8_t messages_css[] = {
#embed "Styles/messages.css"
};
static const uint8_t notices_css[] = {
#embed "Styles/notices.css"
};
static const uint8_t notifications_css[] = {
#embed "Styles/notifications.css"
};
static const uint8_t outbox_css[] = {
#embed "Styles/outbox.css"
};
static const uint8_t palette_css[] = {
#embed "Styles/palette.css"
};
static const uint8_t plain_css[] = {
#embed "Styles/plain.css"
};
static const uint8_t scene_css[] = {
#embed "Styles/scene.css"
};
static const uint8_t screen_css[] = {
#embed "Styles/screen.css"
};
static const uint8_t settings_css[] = {
#embed "Styles/settings.css"
};
static const uint8_t sheet_css[] = {
#embed "Styles/sheet.css"
};
static const uint8_t split_css[] = {
#embed "Styles/split.css"
};
static const uint8_t tabs_css[] = {
#embed "Styles/tabs.css"
};
static const uint8_t theme_later_css[] = {
#embed "Styles/theme-later.css"
};
static const uint8_t theme_css[] = {
#embed "Styles/theme.css"
};
static const uint8_t topics_css[] = {
#embed "Styles/topics.css"
};
static const uint8_t waiting_css[] = {
#embed "Styles/waiting.css"
};
static const uint8_t localizable_xcstrings[] = {
#embed "Texts/Localizable.xcstrings"
};
static const uint8_t worker_js[] = {
#embed "Worker/worker.js"
};

static const struct WebAsset assets[] = {
    {"Icons/maskable.svg", maskable_svg, sizeof maskable_svg},
    {"Icons/monochrome.svg", monochrome_svg, sizeof monochrome_svg},
    {"Icons/touch.png", touch_png, sizeof touch_png},
    {"Scripts/ages.js", ages_js, sizeof ages_js},
    {"Scripts/alerts.js", alerts_js, sizeof alerts_js},
    {"Scripts/answers.js", answers_js, sizeof answers_js},
    {"Scripts/away.js", away_js, sizeof away_js},
    {"Scripts/banners.js", banners_js, sizeof banners_js},
    {"Scripts/base64url.js", base64url_js, sizeof base64url_js},
    {"Scripts/beside.js", beside_js, sizeof beside_js},
    {"Scripts/cards.js", cards_js, sizeof cards_js},
    {"Scripts/choices.js", choices_js, sizeof choices_js},
    {"Scripts/clock.js", clock_js, sizeof clock_js},
    {"Scripts/cookies.js", cookies_js, sizeof cookies_js},
    {"Scripts/copy.js", copy_js, sizeof copy_js},
    {"Scripts/dates.js", dates_js, sizeof dates_js},
    {"Scripts/dom.js", dom_js, sizeof dom_js},
    {"Scripts/edit-mode.js", edit_mode_js, sizeof edit_mode_js},
    {"Scripts/editor.js", editor_js, sizeof editor_js},
    {"Scripts/events.js", events_js, sizeof events_js},
    {"Scripts/expansion.js", expansion_js, sizeof expansion_js},
    {"Scripts/grid.js", grid_js, sizeof grid_js},
    {"Scripts/inputs.js", inputs_js, sizeof inputs_js},
    {"Scripts/install.js", install_js, sizeof install_js},
    {"Scripts/layers.js", layers_js, sizeof layers_js},
    {"Scripts/location.js", location_js, sizeof location_js},
    {"Scripts/main.js", main_js, sizeof main_js},
    {"Scripts/message-body.js", message_body_js, sizeof message_body_js},
    {"Scripts/morph.js", morph_js, sizeof morph_js},
    {"Scripts/motion.js", motion_js, sizeof motion_js},
    {"Scripts/navigation.js", navigation_js, sizeof navigation_js},
    {"Scripts/notifications.js", notifications_js, sizeof notifications_js},
    {"Scripts/offline.js", offline_js, sizeof offline_js},
    {"Scripts/outbox.js", outbox_js, sizeof outbox_js},
    {"Scripts/packing.js", packing_js, sizeof packing_js},
    {"Scripts/page.js", page_js, sizeof page_js},
    {"Scripts/palette-items.js", palette_items_js, sizeof palette_items_js},
    {"Scripts/palette.js", palette_js, sizeof palette_js},
    {"Scripts/passkeys.js", passkeys_js, sizeof passkeys_js},
    {"Scripts/patterns.js", patterns_js, sizeof patterns_js},
    {"Scripts/pending.js", pending_js, sizeof pending_js},
    {"Scripts/primary.js", primary_js, sizeof primary_js},
    {"Scripts/push.js", push_js, sizeof push_js},
    {"Scripts/question.js", question_js, sizeof question_js},
    {"Scripts/redraw.js", redraw_js, sizeof redraw_js},
    {"Scripts/requests.js", requests_js, sizeof requests_js},
    {"Scripts/rights.js", rights_js, sizeof rights_js},
    {"Scripts/rules.js", rules_js, sizeof rules_js},
    {"Scripts/scene.js", scene_js, sizeof scene_js},
    {"Scripts/settings.js", settings_js, sizeof settings_js},
    {"Scripts/sheet.js", sheet_js, sizeof sheet_js},
    {"Scripts/shortcuts.js", shortcuts_js, sizeof shortcuts_js},
    {"Scripts/shrink.js", shrink_js, sizeof shrink_js},
    {"Scripts/sign-in.js", sign_in_js, sizeof sign_in_js},
    {"Scripts/status.js", status_js, sizeof status_js},
    {"Scripts/tap-store.js", tap_store_js, sizeof tap_store_js},
    {"Scripts/taps.js", taps_js, sizeof taps_js},
    {"Scripts/text-actions.js", text_actions_js, sizeof text_actions_js},
    {"Scripts/texts.js", texts_js, sizeof texts_js},
    {"Scripts/undo.js", undo_js, sizeof undo_js},
    {"Scripts/waiting.js", waiting_js, sizeof waiting_js},
    {"Scripts/widget-menu.js", widget_menu_js, sizeof widget_menu_js},
    {"Scripts/wire.js", wire_js, sizeof wire_js},
    {"Styles/base.css", base_css, sizeof base_css},
    {"Styles/cards.css", cards_css, sizeof cards_css},
    {"Styles/complications.css", complications_css, sizeof complications_css},
    {"Styles/editor.css", editor_css, sizeof editor_css},
    {"Styles/grid.css", grid_css, sizeof grid_css},
    {"Styles/install.css", install_css, sizeof install_css},
    {"Styles/limited.css", limited_css, sizeof limited_css},
    {"Styles/list.css", list_css, sizeof list_css},
    {"Styles/messages.css", messages_css, sizeof messages_css},
    {"Styles/notices.css", notices_css, sizeof notices_css},
    {"Styles/notifications.css", notifications_css, sizeof notifications_css},
    {"Styles/outbox.css", outbox_css, sizeof outbox_css},
    {"Styles/palette.css", palette_css, sizeof palette_css},
    {"Styles/plain.css", plain_css, sizeof plain_css},
    {"Styles/scene.css", scene_css, sizeof scene_css},
    {"Styles/screen.css", screen_css, sizeof screen_css},
    {"Styles/settings.css", settings_css, sizeof settings_css},
    {"Styles/sheet.css", sheet_css, sizeof sheet_css},
    {"Styles/split.css", split_css, sizeof split_css},
    {"Styles/tabs.css", tabs_css, sizeof tabs_css},
    {"Styles/theme-later.css", theme_later_css, sizeof theme_later_css},
    {"Styles/theme.css", theme_css, sizeof theme_css},
    {"Styles/topics.css", topics_css, sizeof topics_css},
    {"Styles/waiting.css", waiting_css, sizeof waiting_css},
    {"Texts/Localizable.xcstrings", localizable_xcstrings, sizeof localizable_xcstrings},
    {"Worker/worker.js", worker_js, sizeof worker_js},
};

const struct WebAsset *web_assets(size_t *count) {
    *count = sizeof assets / sizeof *assets;
    return assets;
}
