package import TodayProtocol

extension SharedContent {
    /// The reason why it cannot be shared with any app, as a sentence; `nil` if it can.
    package var problem: LocalizableText? {
        if let problem = problemBesideSize { return problem }
        return hasLargeImages ? .sharedImagesTooLarge(Self.imageBytes / 1024) : nil
    }

    /// The reason why it cannot be shared, apart from the size of its images, as a sentence; `nil` if there is none.
    package var problemBesideSize: LocalizableText? {
        if (text ?? "").isEmpty, urls.isEmpty, images.isEmpty { return .nothingToShare }
        if (title ?? "").count > Self.titleLimit || (title ?? "").utf8.count > Self.titleLimit * 16 {
            return .sharedTitleTooLong(Self.titleLimit)
        }
        if (text ?? "").utf8.count > Self.textBytes { return .sharedTextTooLong(Self.textBytes / 1024) }
        if urls.count > Self.urlLimit { return .tooManySharedLinks(Self.urlLimit) }
        if !urls.allSatisfy(Self.isLink) { return .sharedLinkInvalid(Self.urlBytes) }
        if images.count > Self.imageLimit { return .tooManySharedImages(Self.imageLimit) }
        if images.contains(where: { SharedImage.mediaType(of: $0.data) != $0.mediaType }) {
            return .sharedImageFormatUnknown
        }
        if images.contains(where: { ($0.name ?? "").utf8.count > SharedImage.nameBytes }) {
            return .sharedImageNameTooLong(SharedImage.nameBytes)
        }
        return nil
    }
}
