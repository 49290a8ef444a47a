import StoreSupport

/// Private files, with this store's error.
typealias PrivateFile = StoreSupport.PrivateFile<StoreError>
